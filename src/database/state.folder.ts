import { mkdirSync } from 'node:fs';

/** The state cannot be kept where it is wanted; nothing was changed. */
export class StateUnusableError extends Error {
  readonly code = 'state-unusable';

  constructor(path: string, cause: unknown) {
    super(
      `Cannot keep the state in "${path}": ${(cause as Error).message}; ` +
        'let it be a folder that this user may write to, or choose another with state.root',
      { cause },
    );
  }
}

/** Makes folders of the state that only their owner may look into. */
export function makeStateFolders(...folders: readonly string[]): void {
  for (const folder of folders) inState(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
}

/** Work on a path of the state, whose failure is told with the path and with what to do. */
export function inState<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new StateUnusableError(path, error);
  }
}
