import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { link, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { FENCED, statusIn, type TurnFiles } from './turn-files.js';
import type { TurnVerdict } from './turn-spec.js';

/**
 * What the directory of an attempt proves. Only for turns that no living server has just started: where nothing has
 * begun yet, asking puts up the fence, so that the wrapper never begins. A pid alone proves nothing and is not asked.
 */
export async function verdictOf(files: TurnFiles): Promise<TurnVerdict> {
  try {
    return await look(files);
  } catch (error) {
    // No descriptors left, no permission, a disk that fails: not to know is not to know it dead.
    return { state: 'unknown', detail: `Cannot tell what became of a turn: ${(error as Error).message}` };
  }
}

async function look(files: TurnFiles): Promise<TurnVerdict> {
  if (!(await exists(files.directory))) return { state: 'never-started' };
  const done = await exitStatus(files);
  if (done !== undefined) return { state: 'done', status: done };
  if (await putUpFence(files)) return { state: 'never-started' };
  const life = holdLife(files);
  if (life !== undefined) {
    closeSync(life);
    return { state: 'alive' };
  }
  // It may have ended between the first look and this one.
  const ended = await exitStatus(files);
  return ended === undefined ? { state: 'dead' } : { state: 'done', status: ended };
}

export async function exitStatus(files: TurnFiles): Promise<number | undefined> {
  return statusIn((await unlessMissing(readdir(files.directory))) ?? []);
}

/** The pid that the wrapper wrote down. It may be a stranger's by now: prove it before use. */
export async function recordedPid(files: TurnFiles): Promise<number | null> {
  const text = await readFile(files.started, 'utf8').catch(() => '');
  const pid = Number(text.trim());
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

/** Resolves when the wrapper of an adopted turn is gone; at once when it is gone already. Nothing is polled. */
export function watchLife(files: TurnFiles): { gone: Promise<void>; leave: () => void } {
  const life = holdLife(files);
  if (life === undefined) return { gone: Promise.resolve(), leave: () => undefined };
  const socket = new Socket({ fd: life, readable: true, writable: false });
  const gone = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.once('error', () => resolve());
  });
  socket.resume();
  return { gone, leave: () => socket.destroy() };
}

/**
 * True when nothing has started, and from now on nothing will. Whole before it is visible: a server that died between
 * making the file and writing into it would leave an empty fence, which looks like that of a wrapper.
 */
async function putUpFence(files: TurnFiles): Promise<boolean> {
  const draft = `${files.started}.${randomUUID()}`;
  try {
    await writeFile(draft, FENCED, { flag: 'wx', mode: 0o600 });
    await link(draft, files.started);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readFile(files.started, 'utf8')).trim() === FENCED;
}

/** A descriptor of the FIFO while the wrapper holds it. Without O_NONBLOCK the open would wait for ever. */
function holdLife(files: TurnFiles): number | undefined {
  let fd: number;
  try {
    fd = openSync(files.alive, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    readSync(fd, Buffer.alloc(1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return fd;
  }
  closeSync(fd);
  return undefined;
}

async function exists(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path))) !== undefined;
}

function unlessMissing<T>(wanted: Promise<T>): Promise<T | undefined> {
  return wanted.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
