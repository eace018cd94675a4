import { Injectable } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StatePaths } from '../config/state-paths.js';
import { turnFiles } from '../harness/turn-files.js';

export interface RunDirectory {
  /** The dispatch it belongs to. */
  readonly id: string;
  readonly changedAt: number;
}

/** The run directories as they stand on disk, one per dispatch. */
@Injectable()
export class RunDirectories {
  constructor(private readonly paths: StatePaths) {}

  /** Newest first. */
  async list(): Promise<RunDirectory[]> {
    const ids = await readdir(this.paths.runs).catch(() => []);
    const found: RunDirectory[] = [];
    for (const id of ids) {
      const facts = await stat(join(this.paths.runs, id)).catch(() => undefined);
      if (facts?.isDirectory() === true) found.push({ id, changedAt: facts.mtimeMs });
    }
    return found.sort((one, other) => other.changedAt - one.changedAt);
  }

  /** Leaves a directory alone in which a turn shows its life, whatever is known of it. */
  async remove(id: string): Promise<boolean> {
    const directory = join(this.paths.runs, id);
    const attempts = await readdir(directory).catch(() => []);
    if (attempts.some((attempt) => existsSync(turnFiles(join(directory, attempt)).alive))) return false;
    await rm(directory, { recursive: true, force: true });
    return true;
  }
}
