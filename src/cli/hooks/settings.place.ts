import { join } from 'node:path';
import { UsageError } from '../cli-error.js';
import type { Surroundings } from '../command.js';
import { HOOK_PLACES } from './hook-settings.js';

export function checkHarness(harness: string): void {
  if (Object.hasOwn(HOOK_PLACES, harness)) return;
  const known = Object.keys(HOOK_PLACES);
  throw new UsageError(
    `HARNESS cannot be ${JSON.stringify(harness)}: it is one of ${known.join(', ')}`,
    harness,
    known,
  );
}

/** The file in which a harness looks for the hooks of its user. */
export function settingsFileOf(harness: string, { env, home }: Pick<Surroundings, 'env' | 'home'>): string {
  const { file, variable } = HOOK_PLACES[harness]!;
  const folder = variable === undefined ? undefined : env[variable];
  return folder ? join(folder, file.slice(file.indexOf('/') + 1)) : join(home, file);
}
