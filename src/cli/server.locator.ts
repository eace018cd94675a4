import { dirname, join, resolve } from 'node:path';
import { isAlive } from '../config/process.presence.js';
import { StatePaths } from '../config/state-paths.js';
import { CliError, NotRunningError } from './cli-error.js';
import type { Surroundings } from './command.js';

const { readFileSync, statSync } = process.getBuiltinModule('node:fs');

/** What a running server leaves in its state folder for its clients. */
export interface ServerAddress {
  readonly pid: number;
  readonly webhookUrl: string;
  readonly controlUrl: string;
}

/** Where and with which word GraphQL is spoken. */
export interface ControlAccess {
  readonly controlUrl: string;
  readonly token: string;
}

export interface LocatedServer extends ServerAddress, ControlAccess {
  /** The state folder it was found in. */
  readonly root: string;
}

/** The option of every command that speaks to a running server. */
export const CLIENT_OPTIONS = {
  config: {
    type: 'string',
    value: 'FILE',
    about: 'configuration of the server meant, when it is not the one of this directory',
  },
} as const;

/** How this process reaches the control plane: inside a turn with the turn's own token, else as the owner. */
export async function locateControl(surroundings: Surroundings, configFile?: string): Promise<ControlAccess> {
  const { THE_LOOP_CONTROL_URL: controlUrl, THE_LOOP_TOKEN: token } = surroundings.env;
  return controlUrl && token ? { controlUrl, token } : locateServer(surroundings, configFile);
}

/** Finds the running server of this directory, or says that there is none. */
export async function locateServer(surroundings: Surroundings, configFile?: string): Promise<LocatedServer> {
  return readServer(await stateRoot(surroundings, configFile));
}

/** The server that runs on this state folder. */
export function readServer(root: string): LocatedServer {
  return { ...readAddress(root), root, token: readToken(new StatePaths(root).controlToken) };
}

/**
 * The nearest `.the-loop` with a running server, from here upwards, then the home directory's. Only when there is none,
 * or a configuration was named, is the configuration read: it may keep its state elsewhere, and reading it costs time.
 */
export async function stateRoot(surroundings: Surroundings, configFile?: string): Promise<string> {
  if (configFile === undefined && surroundings.env['THE_LOOP_CONFIG'] === undefined) {
    const found = nearby(surroundings).find((root) => exists(addressFileOf(root)));
    if (found !== undefined) return found;
  }
  const { loadConfig } = await import('../config/config.loader.js');
  const { file, paths } = loadConfig({ file: configFile, ...surroundings });
  // A relative state folder counts from where the server was started, which is usually where its configuration lies.
  const besides = file === null ? paths.root : dirname(file);
  return exists(addressFileOf(paths.root)) || !exists(addressFileOf(besides)) ? paths.root : besides;
}

const addressFileOf = (root: string): string => new StatePaths(root).server;

function nearby({ cwd, home }: Surroundings): string[] {
  const roots: string[] = [];
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    roots.push(join(folder, '.the-loop'));
    if (dirname(folder) === folder) break;
  }
  return [...roots, join(home, '.the-loop')];
}

export function readAddress(root: string): ServerAddress {
  const file = addressFileOf(root);
  if (!exists(file)) throw new NotRunningError(`there is no ${file}`);
  mustBePrivate(file);
  const address = JSON.parse(readFileSync(file, 'utf8')) as ServerAddress;
  if (!isAlive(address.pid)) throw new NotRunningError(`${file} names process ${address.pid}, which is gone`);
  return address;
}

function readToken(file: string): string {
  if (!exists(file)) throw new NotRunningError(`there is no ${file}`);
  mustBePrivate(file);
  return readFileSync(file, 'utf8').trim();
}

/** A checkout can bring a `.the-loop` folder of its own; files out of git are readable by all, ours never are. */
function mustBePrivate(file: string): void {
  const { mode, uid } = statSync(file);
  if ((mode & 0o077) === 0 && uid === process.getuid?.()) return;
  throw new CliError(
    'not-private',
    1,
    `Cannot trust ${file}: it must belong to you and be readable by nobody else (chmod 600)`,
  );
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
