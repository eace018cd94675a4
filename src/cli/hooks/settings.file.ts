import {
  closeSync,
  copyFileSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CliError } from '../cli-error.js';

export type Settings = Readonly<Record<string, unknown>>;

/** A settings file of somebody else's, as it was found. */
export interface FoundSettings {
  /** Where it really lies: many keep such files elsewhere and link to them. */
  readonly file: string;
  /** Undefined where there is none. */
  readonly text: string | undefined;
  readonly settings: Settings;
}

/** Reads it, or refuses: what cannot be read whole is not ours to write. */
export function readSettings(file: string): FoundSettings {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { file, text: undefined, settings: {} };
    throw refused(file, (error as Error).message);
  }
  const settings = text.trim() === '' ? {} : parsed(file, text);
  return { file: realpathSync(file), text, settings };
}

/** Puts other settings in its place, whole or not at all. Answers with the copy of what was there. */
export function writeSettings({ file, text }: FoundSettings, settings: Settings): string | undefined {
  const written =
    JSON.stringify(settings, null, indentOf(text)) + (text === undefined || text.endsWith('\n') ? '\n' : '');
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const backup = text === undefined ? undefined : backUp(file);
  const draft = `${file}.${process.pid}.new`;
  const mode = text === undefined ? 0o600 : statSync(file).mode & 0o777;
  const handle = openSync(draft, 'wx', mode);
  try {
    writeSync(handle, written);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  return backup;
}

/** Takes away a file that holds nothing any more. */
export function removeSettings({ file }: FoundSettings): string {
  const backup = backUp(file);
  rmSync(file);
  return backup;
}

function backUp(file: string): string {
  const backup = `${file}.${new Date().toISOString().replace(/[:.]/g, '-')}.bak`;
  copyFileSync(file, backup); // with its mode
  return backup;
}

function parsed(file: string, text: string): Settings {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refused(file, `it is not JSON (${(error as Error).message})`);
  }
  const { hooks } = (value ?? {}) as { hooks?: unknown };
  if (!isRecord(value)) throw refused(file, 'it is no JSON object');
  if (hooks !== undefined && !isRecord(hooks)) throw refused(file, 'its "hooks" are no JSON object');
  return value;
}

function refused(file: string, why: string): CliError {
  return new CliError('unreadable-settings', 1, `Cannot change ${file}: ${why}; nothing was changed`);
}

function isRecord(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function indentOf(text: string | undefined): string {
  return /^[{[]\r?\n([ \t]+)/.exec(text ?? '')?.[1] ?? '  ';
}
