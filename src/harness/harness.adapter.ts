import type { HookProgram } from '../config/hook-command.js';
import { BadConfigurationError } from './bad-configuration.error.js';
import type { MemoryPlace } from './conversation.memory.js';
import type { EndIntent } from './end-intent.js';
import { type HarnessFlags, protocolFlagProblem } from './harness-flags.js';
import type { PresenceProbe } from './presence-probe.js';
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
  /** `totals` of the conversation's last turn; null when none is known. */
  readonly totalsBefore?: Readonly<Record<string, number>> | null;
  /** The tree stands on the head of a fork: its project settings are a stranger's and must not be obeyed. */
  readonly foreignTree?: boolean;
  /** How hooks of the turn call us, for a harness that takes them inline. */
  readonly hooks?: HookProgram | null;
}

/** A process to run, as a value. */
export interface ProcessPlan {
  readonly args: readonly string[];
  /** Whether the prompt is the process's stdin; otherwise stdin is empty. */
  readonly stdin: 'prompt' | 'nothing';
}

/** How a process ended, as far as files and signals tell. */
export interface ProcessEnd {
  /** 128 + n for a signal; null when the status is not known. */
  readonly code: number | null;
  /** The tail of stderr. */
  readonly stderr: string;
  /** Set when we ended it ourselves. */
  readonly endedBy: EndIntent | null;
  /** Epoch milliseconds of the end, for texts such as "resets 3pm". */
  readonly at: number;
}

/** Which variables of the server's environment concern a harness. */
export interface HarnessEnvironment {
  /** Names that begin so are handed on. */
  readonly prefixes: readonly string[];
  /** Exact names that are never handed on: the marks an outer session of the same vendor leaves. */
  readonly markers: readonly string[];
}

/**
 * One harness: pure functions over one runner. Adding a harness is one such class and one line in
 * harness.adapters.ts.
 */
export abstract class HarnessAdapter {
  abstract readonly name: string;
  /** True when the id of a new conversation is ours to choose (claude --session-id). */
  abstract readonly choosesId: boolean;
  abstract readonly environment: HarnessEnvironment;
  abstract readonly flags: HarnessFlags;
  /** How to ask who has a conversation open; undefined where the harness cannot tell or refuses by itself. */
  readonly presence?: PresenceProbe;
  /** Where its conversations lie, for one that answers an unknown id with a blank conversation. */
  readonly memory?: MemoryPlace;

  /**
   * argv and stdin of a turn; `promptFile` holds the whole prompt.
   * Throws BadConfigurationError for arguments that override the protocol and for ids that cannot be resumed.
   */
  abstract plan(turn: TurnRequest, promptFile: string): ProcessPlan;
  /** What one line of stdout says; nothing for a line that concerns nobody. Never throws. */
  abstract read(line: string): readonly TurnEvent[];
  abstract classify(end: ProcessEnd, events: readonly TurnEvent[], turn: TurnRequest): TurnOutcome;
  /** What is wrong with an id somebody wants to register; undefined when it can be resumed. */
  abstract idProblem(harnessSessionId: string): string | undefined;
  /** What the binary is given to continue the conversation in a terminal. */
  abstract resumeArguments(harnessSessionId: string): readonly string[];

  /** What is wrong with arguments of the user; undefined when they can be added to those of the protocol. */
  argumentProblem(extraArgs: readonly string[]): string | undefined {
    return protocolFlagProblem(this.name, extraArgs, this.flags);
  }

  protected refuse(problem: string | undefined): void {
    if (problem !== undefined) throw new BadConfigurationError(problem);
  }
}
