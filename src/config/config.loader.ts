import { lstatSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AppConfig } from './app-config.js';
import { ConfigError } from './config.error.js';
import { readConfig } from './read-config.js';
import { resolvePath, resolvePaths } from './resolve-paths.js';
import { StatePaths } from './state-paths.js';

/** Where a start happens. The configuration is looked up here once, and never in a work tree. */
export interface ConfigSource {
  /** --config. */
  readonly file?: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

export interface LoadedConfig {
  readonly config: AppConfig;
  readonly paths: StatePaths;
  /** null: no file anywhere, so the defaults hold. */
  readonly file: string | null;
  readonly warnings: readonly string[];
}

/** Finds, reads and checks the configuration. Throws ConfigError naming every problem; an unreadable file is never an empty one. */
export function loadConfig(source: ConfigSource): LoadedConfig {
  const file = findConfigFile(source);
  const { config, problems, warnings } = readConfig(file === null ? '' : readFile(file), file ?? 'defaults');
  if (problems.length > 0) throw ConfigError.of(file ?? 'defaults', problems);
  resolvePaths(config, source);
  return { config, paths: new StatePaths(config.state.root), file, warnings };
}

/** A file that was asked for must be there; of the usual places the first that exists counts. */
function findConfigFile(source: ConfigSource): string | null {
  const { file, cwd, env, home } = source;
  const asked = file ?? (env.THE_LOOP_CONFIG || undefined);
  if (asked !== undefined) return resolvePath(asked, source);
  const usual = [resolve(cwd, '.the-loop/config.yaml'), join(home, '.the-loop/config.yaml')];
  return usual.find((place) => lstatSync(place, { throwIfNoEntry: false }) !== undefined) ?? null;
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`Cannot read the configuration ${file}: ${reasonOf(error as NodeJS.ErrnoException)}`);
  }
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT')
    return 'there is no such file (name another with --config or THE_LOOP_CONFIG, or run "the-loop init")';
  if (error.code === 'EACCES') return 'it may not be read by this user';
  if (error.code === 'EISDIR') return 'it is a directory, not a file';
  return error.message;
}
