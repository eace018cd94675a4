import { join } from 'node:path';

/** The directory of one attempt. Fence and life sign are one-shot: a directory is never used twice. */
export interface TurnFiles {
  readonly directory: string;
  /** The whole prompt; stdin of the harness, ends by itself. */
  readonly prompt: string;
  readonly out: string;
  readonly err: string;
  /** Made before the start; becomes `exit.N`, so that the end of a turn needs no free disk block. */
  readonly running: string;
  /** A FIFO that the wrapper holds open for its life; the kernel frees it, however the wrapper ends. */
  readonly alive: string;
  /** The fence: the wrapper's pid, or the word `fenced` when a recovery was faster. */
  readonly started: string;
  /** The normalised events of the turn, one JSON object a line. */
  readonly events: string;
}

export const FENCED = 'fenced';

export function turnFiles(directory: string): TurnFiles {
  return {
    directory,
    prompt: join(directory, 'prompt.txt'),
    out: join(directory, 'out'),
    err: join(directory, 'err'),
    running: join(directory, 'running'),
    alive: join(directory, 'alive'),
    started: join(directory, 'started'),
    events: join(directory, 'events.jsonl'),
  };
}

/** The exit status that a listing of the directory shows. */
export function statusIn(names: readonly string[]): number | undefined {
  const status = names.map((name) => /^exit\.(\d{1,3})$/.exec(name)?.[1]).find((found) => found !== undefined);
  return status === undefined ? undefined : Number(status);
}
