/** How long the runner waits for what; a value, so that tests need not. */
export class TurnTiming {
  /** Between two looks at the output. */
  readonly pollMs: number = 200;
  /** From the result of a turn to the end of a process that stays although it has nothing more to say. */
  readonly lingerMs: number = 5_000;
  /** From TERM to KILL. */
  readonly graceMs: number = 5_000;
  /** Between two collections of members while a turn is being ended. */
  readonly stepMs: number = 50;
  /** For the wrapper to write down the status after everything else has been killed. */
  readonly statusMs: number = 1_000;
  /** Between two collections of members while a turn runs. */
  readonly observeMs: number = 5_000;
  readonly maxLineBytes: number = 32 * 1024 * 1024;

  static with(changes: Partial<TurnTiming>): TurnTiming {
    return Object.assign(new TurnTiming(), changes);
  }
}
