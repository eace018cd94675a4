import type { OutcomeClass } from './turn-outcome.js';

export interface StartFailure {
  readonly class: OutcomeClass;
  readonly detail: string;
}

/** What it means that a process could not be started; undefined for a defect of ours. */
export function startFailure(error: unknown, harness: string): StartFailure | undefined {
  const { code, message } = error as { code?: string; message?: string };
  switch (code) {
    case 'E2BIG':
      return {
        class: 'bad-configuration',
        detail: `Cannot start ${harness}: its arguments and environment are longer than the system takes (E2BIG); shorten the prompt template or the arguments`,
      };
    case 'ERR_INVALID_ARG_VALUE':
      return {
        class: 'bad-configuration',
        detail: `Cannot start ${harness}: an argument holds a NUL character; remove it`,
      };
    case 'ENOENT':
    case 'ENOTDIR':
      return {
        class: 'directory-gone',
        detail: `Cannot start ${harness}: its directory went away just now; bring it back`,
      };
    case 'EAGAIN':
    case 'ENOMEM':
    case 'EMFILE':
    case 'ENFILE':
      return {
        class: 'never-started',
        detail: `Cannot start ${harness} now: the system has no room for another process (${code})`,
      };
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EIO':
      return { class: 'never-started', detail: noRunDirectory(harness, message) };
    default:
      return undefined;
  }
}

export const noRunDirectory = (harness: string, because = 'no reason given'): string =>
  `Cannot make the run directory for ${harness}: ${because}; see state.root`;
