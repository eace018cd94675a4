import { closeSync, constants, openSync, readSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { FENCED, statusIn, type TurnFiles } from './turn-files.js';
import type { TurnVerdict } from './turn-spec.js';

/**
 * What the directory of an attempt proves. Only for turns that no living server has just started: where nothing has
 * begun yet, asking puts up the fence, so that the wrapper never begins. A pid alone proves nothing and is not asked.
 */
export async function verdictOf(files: TurnFiles): Promise<TurnVerdict> {
  if (!(await exists(files.directory))) return { state: 'never-started' };
  const done = await exitStatus(files);
  if (done !== undefined) return { state: 'done', status: done };
  const fence = await putUpFence(files);
  if (fence !== undefined) return fence;
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
  return statusIn(await readdir(files.directory).catch(() => []));
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

async function putUpFence(files: TurnFiles): Promise<TurnVerdict | undefined> {
  try {
    await writeFile(files.started, FENCED, { flag: 'wx', mode: 0o600 });
    return { state: 'never-started' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      return { state: 'unknown', detail: `Cannot tell whether a turn has started: ${(error as Error).message}` };
    }
  }
  const fence = await readFile(files.started, 'utf8').catch(() => '');
  return fence.trim() === FENCED ? { state: 'never-started' } : undefined;
}

/** A descriptor of the FIFO while the wrapper holds it. Without O_NONBLOCK the open would wait for ever. */
function holdLife(files: TurnFiles): number | undefined {
  let fd: number;
  try {
    fd = openSync(files.alive, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    readSync(fd, Buffer.alloc(1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return fd;
  }
  closeSync(fd);
  return undefined;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
