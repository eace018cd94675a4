import type { TurnEvent } from './turn-event.js';
import type { TurnOutcome } from './turn-outcome.js';

/** What a turn needs to know; the same for every harness. */
export interface TurnRequest {
  /** spawn: a new conversation (`harnessSessionId` is the id we chose, or null) · resume: an existing one. */
  readonly kind: 'spawn' | 'resume';
  readonly harnessSessionId: string | null;
  readonly cwd: string;
  readonly prompt: string;
  readonly binary: string;
  /** The user's own arguments (routing.harnessArgs). */
  readonly extraArgs: readonly string[];
  readonly outputFormat: 'stream-json' | 'json';
}

/** A process to run, as a value. The prompt travels on stdin unless the adapter says otherwise. */
export interface ProcessPlan {
  readonly args: readonly string[];
  readonly stdin: string;
  /** Exact names to take out of the child's environment, and vendor prefixes to let through. */
  readonly scrub: readonly string[];
  readonly environmentPrefixes: readonly string[];
}

/** How a process ended, as far as files and signals tell. `code` is 128 + n for a signal, null when it never ran. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly stderr: string;
  /** Set when we ended it ourselves. */
  readonly endedBy: 'timed-out' | 'silent' | 'output-limit' | 'killed' | null;
}

/**
 * One harness: three pure functions over one runner. Adding a harness is one such class and one line in
 * harness.module.ts.
 */
export abstract class HarnessAdapter {
  abstract readonly name: string;
  /** True when the id of a new conversation is ours to choose (claude --session-id). */
  abstract readonly choosesId: boolean;
  /** argv, stdin and environment of a turn. Throws BadConfigurationError for arguments that override the protocol. */
  abstract plan(turn: TurnRequest): ProcessPlan;
  /** One line of stdout; undefined for a line that says nothing to us. Never throws. */
  abstract read(line: string): TurnEvent | undefined;
  abstract classify(end: ProcessEnd, events: readonly TurnEvent[], turn: TurnRequest): TurnOutcome;
  /** The command a person can paste to continue the conversation in a terminal. */
  abstract resumeCommand(harnessSessionId: string): string;
}
