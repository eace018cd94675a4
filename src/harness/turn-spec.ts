import type { EndIntent } from './end-intent.js';
import type { HarnessAdapter, TurnRequest } from './harness.adapter.js';
import type { TurnEvent } from './turn-event.js';

/** Everything the runner needs for one attempt, as values; the same to start it and to adopt it later. */
export interface TurnSpec {
  readonly adapter: HarnessAdapter;
  readonly turn: TurnRequest;
  /** Unique for ever: the run is recognised by it in the environment of its processes. */
  readonly attemptId: string;
  /** Absolute path of this attempt's own directory; it must not exist before `run`. */
  readonly directory: string;
  /** The whole environment of the harness (`childEnvironment`). */
  readonly environment: Readonly<Record<string, string>>;
  /** Epoch milliseconds; counts on across a restart of the server. */
  readonly deadlineAt: number;
  /** The turn is ended after this long without output; 0 means never. */
  readonly silenceSeconds: number;
  readonly maxOutputBytes: number;
  /** For `adopt`: the intent that was stored before an earlier server went away. */
  readonly endIntent?: EndIntent | null;
}

export interface TurnHooks {
  /** Aborting ends the turn; `reason` may be the intent `cancelled`, anything else counts as `killed`. */
  readonly signal: AbortSignal;
  /** Aborting stops watching and leaves the turn running for the next start: the promise rejects with TurnLeftError. */
  readonly leave?: AbortSignal;
  /** Live output; an adopted turn tells only what no earlier server has told. */
  onEvent?(event: TurnEvent): void;
  /** The harness has named the conversation. Told again after an adoption. */
  onNamed?(harnessSessionId: string): void | Promise<void>;
  /** Told, and awaited, before the first signal is sent to a turn that we end. */
  onEnding?(intent: EndIntent): void | Promise<void>;
}

/** What the directory of an attempt proves, after the instance lock is held. */
export type TurnVerdict =
  | { readonly state: 'never-started' }
  | { readonly state: 'done'; readonly status: number }
  | { readonly state: 'alive' }
  /** The wrapper is gone without a status; parts of the turn may still run until they are swept. */
  | { readonly state: 'dead' }
  /** The disk refused the question; ask again later. */
  | { readonly state: 'unknown'; readonly detail: string };
