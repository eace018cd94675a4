import type { OutcomeClass, TurnOutcome } from '../harness/turn-outcome.js';

/** What a turn's end means for its row, its session and its harness. */
export interface Settlement {
  readonly state: 'succeeded' | 'failed' | 'held' | 'interrupted';
  /** The outcome class, or for a held row why it waits. */
  readonly outcome: string;
  readonly detail: string | null;
  /** For held rows: when they are due, epoch milliseconds; null waits for a person. */
  readonly until: number | null;
  /** stale: the conversation is lost · respawn: the next turn starts a fresh one. */
  readonly session: 'kept' | 'stale' | 'respawn';
  /** Every session of this harness would meet the same: its rows wait, without using up anything. */
  readonly pausesHarness: boolean;
}

export interface Circumstances {
  readonly now: number;
  /** We ended the turn at somebody's word. */
  readonly cancelled: boolean;
  /** The server is going down: a killed turn was cut with it. */
  readonly stopping: boolean;
  readonly onStale: 'hold' | 'respawn';
}

/** When the harness names no time, or one that is over already. */
const RATE_LIMIT_PAUSE_MS = 5 * 60_000;
/** How often a conversation that somebody has open is looked at again. */
const OPEN_ELSEWHERE_PAUSE_MS = 30_000;
/** After a start that did not reach the harness, on a full disk for example. */
const START_PAUSE_MS = 10_000;

/** Ends that are no verdict on the event: the row waits at the head of its lane for what is missing. */
const WAITS: Partial<Record<OutcomeClass, string>> = {
  'rate-limited': 'rate-limited',
  'not-logged-in': 'not-logged-in',
  'not-installed': 'not-installed',
  busy: 'open-elsewhere',
  'directory-gone': 'directory-gone',
  'session-gone': 'session-gone',
  'never-started': 'never-started',
};

const PAUSES_HARNESS: readonly OutcomeClass[] = ['not-logged-in', 'not-installed'];

export function settlementOf(outcome: TurnOutcome, circumstances: Circumstances): Settlement {
  const common = { outcome: outcome.class, detail: outcome.detail || null, until: null, session: 'kept' } as const;
  const settled = { ...common, pausesHarness: false };
  if (outcome.class === 'completed') return { ...settled, state: 'succeeded' };
  const cutByStop = outcome.class === 'killed' && circumstances.stopping && !circumstances.cancelled;
  if (outcome.class === 'interrupted' || cutByStop) return { ...settled, state: 'interrupted' };
  const waits = WAITS[outcome.class];
  if (waits === undefined) return { ...settled, state: 'failed' };
  return {
    ...settled,
    state: 'held',
    outcome: waits,
    until: dueAt(outcome, circumstances.now),
    session: outcome.class !== 'session-gone' ? 'kept' : circumstances.onStale === 'respawn' ? 'respawn' : 'stale',
    pausesHarness: PAUSES_HARNESS.includes(outcome.class),
  };
}

function dueAt(outcome: TurnOutcome, now: number): number | null {
  if (outcome.class === 'busy') return now + OPEN_ELSEWHERE_PAUSE_MS;
  if (outcome.class === 'never-started') return now + START_PAUSE_MS;
  if (outcome.class !== 'rate-limited') return null;
  return outcome.until !== null && outcome.until > now ? outcome.until : now + RATE_LIMIT_PAUSE_MS;
}
