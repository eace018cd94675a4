import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { StatePaths } from '../../config/state-paths.js';
import { StoreUnavailableError } from '../../database/store-unavailable.error.js';
import { LOGGER } from '../../events/logger.token.js';
import { HookReports } from './hook.reports.js';
import { ReportHookInput } from './report-hook.input.js';

const MOST_BYTES = 64 * 1024;

/** Reports that hooks have left because no server was there. They are taken before anybody is listened to, in their order. */
@Injectable()
export class HookSpool implements OnApplicationBootstrap {
  constructor(
    private readonly reports: HookReports,
    private readonly paths: StatePaths,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const name of this.waiting()) {
      const file = join(this.paths.spool, name);
      try {
        const { outcome } = await this.reports.take(await read(file), { kind: 'owner' });
        this.logger.info({ file, outcome }, 'A report of a hook that found no server was taken');
      } catch (error) {
        if (error instanceof StoreUnavailableError)
          return this.logger.warn({ file }, 'Reports of hooks wait for the next start');
        this.logger.warn({ file, error: (error as Error).message }, 'A report of a hook was left out');
      }
      rmSync(file, { force: true });
    }
  }

  /** Names begin with the time they were left at. */
  private waiting(): string[] {
    try {
      return readdirSync(this.paths.spool)
        .filter((name) => name.endsWith('.json'))
        .sort();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}

/** Only what its owner alone could have left there. */
async function read(file: string): Promise<ReportHookInput> {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  let text: string;
  try {
    const found = fstatSync(handle);
    if (!found.isFile() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) {
      throw new Error('it must be a file of yours that nobody else can read');
    }
    if (found.size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    text = readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
  const report = plainToInstance(ReportHookInput, JSON.parse(text) as object);
  const [fault] = await validate(report, { forbidUnknownValues: true });
  if (fault !== undefined)
    throw new Error(Object.values(fault.constraints ?? {}).join('; ') || `"${fault.property}" is wrong`);
  return report;
}
