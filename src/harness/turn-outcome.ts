/** How a turn ended. `completed` is the only success; every other class is ordinary life and no exception. */
export type OutcomeClass =
  | 'completed'
  | 'agent-error'
  | 'rate-limited'
  | 'not-logged-in'
  | 'session-gone'
  | 'session-changed'
  | 'busy'
  | 'context-exhausted'
  | 'limit-reached'
  | 'untrusted-directory'
  | 'timed-out'
  | 'silent'
  | 'output-limit'
  | 'killed'
  | 'not-installed'
  | 'bad-configuration'
  | 'directory-gone'
  | 'no-result'
  /** The harness was never reached; another start repeats nothing. */
  | 'never-started'
  /** The process vanished without a status and without a result: nobody knows how far the turn came. */
  | 'interrupted';

export interface TurnOutcome {
  readonly class: OutcomeClass;
  /** One sentence: what was found and what to do. Empty for a plain success, in which no tool was denied. */
  readonly detail: string;
  /** The id the harness says the conversation has; stored only on success. */
  readonly harnessSessionId: string | null;
  /** What the agent said at the end, cut to a page. */
  readonly text: string | null;
  readonly exitCode: number | null;
  readonly stderrTail: string | null;
  /** Names of tools that were asked for and denied; a completed turn may have some. */
  readonly deniedTools: readonly string[];
  /** Cost of this turn alone in US dollars, where the harness tells. */
  readonly costUsd: number | null;
  /** Tokens of this turn alone. */
  readonly usage: Readonly<Record<string, number>> | null;
  /** What the harness has counted for the whole conversation; the next turn is told it as `totalsBefore`. */
  readonly totals: Readonly<Record<string, number>> | null;
  /** For rate-limited: when to try again, epoch milliseconds; null when the harness does not say. */
  readonly until: number | null;
}
