import type { SessionEntity } from '../database/entities/session.entity.js';

/** One work item has one session. */
export class SessionAlreadyActiveError extends Error {
  readonly code = 'session-already-active';

  constructor(
    readonly holder: Pick<SessionEntity, 'id' | 'workItem' | 'harness' | 'harnessSessionId' | 'status' | 'cwd'>,
  ) {
    super(
      `Cannot register "${holder.workItem}": session ${holder.id} (${holder.harness} ` +
        `${holder.harnessSessionId ?? 'not named yet'}, in ${holder.cwd}) is ${holder.status}; ` +
        (holder.status === 'closing' ? 'wait until its close has run' : 'close it first, or re-bind it with --force'),
    );
  }
}

/** There is no session to act on. */
export class SessionNotFoundError extends Error {
  readonly code = 'session-not-found';

  constructor(readonly wanted: string) {
    super(`No session "${wanted}" is known; "the-loop sessions list" shows them`);
  }
}

/** What was to be registered cannot run; nothing was stored. */
export class RegistrationRefusedError extends Error {
  private constructor(
    readonly code: 'not-installed' | 'directory-gone' | 'unknown-harness' | 'bad-session-id' | 'directory-taken',
    item: string,
    found: string,
  ) {
    super(`Cannot register "${item}": ${found}`);
  }

  static noBinary(item: string, harness: string, binary: string): RegistrationRefusedError {
    const advice = `install it, set harnesses.${harness}.binary, or register with --no-check`;
    return new RegistrationRefusedError(
      'not-installed',
      item,
      `looked for "${binary}" on PATH and found none; ${advice}`,
    );
  }

  static noDirectory(item: string, cwd: string, what: string): RegistrationRefusedError {
    return new RegistrationRefusedError(
      'directory-gone',
      item,
      `the directory "${cwd}" ${what}; give the tree the session works in with --cwd`,
    );
  }

  static takenDirectory(
    item: string,
    cwd: string,
    holder: Pick<SessionEntity, 'id' | 'workItem'>,
  ): RegistrationRefusedError {
    return new RegistrationRefusedError(
      'directory-taken',
      item,
      `"${cwd}" is a checkout that session ${holder.id} of ${holder.workItem} works in, and a checkout has one owner; ` +
        'give a tree of its own with --cwd, or close that session first',
    );
  }

  static unknownHarness(item: string, harness: string, known: readonly string[]): RegistrationRefusedError {
    return new RegistrationRefusedError(
      'unknown-harness',
      item,
      `no harness is called "${harness}"; known are ${known.join(', ')}`,
    );
  }

  static unusableId(item: string, wanted: { harness: string; harnessSessionId: string }): RegistrationRefusedError {
    return new RegistrationRefusedError(
      'bad-session-id',
      item,
      `${JSON.stringify(wanted.harnessSessionId.slice(0, 80))} cannot be a session id of ${wanted.harness}; ` +
        'give the id the harness itself shows, letters, digits and . _ : - only',
    );
  }
}
