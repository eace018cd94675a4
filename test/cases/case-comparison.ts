import type { DispatchEntity } from '../../src/database/entities/dispatch.entity.js';
import type { Aftermath } from './case.stage.js';
import type { Exchange } from './case.delivery.js';
import type { Expectation } from './routing-case.js';

/** One thing that is not as the case wants it. */
export interface Difference {
  readonly field: string;
  readonly expected: unknown;
  readonly found: unknown;
}

/** What became of a delivery, in the words of the cases. */
export interface Outcome {
  readonly exchange: Exchange;
  /** The extractors' answer to the payload, on its own. */
  readonly refs: readonly string[];
  readonly after: Aftermath;
  /** Prompt properties that do not hold. */
  readonly brokenPrompt: readonly string[];
}

/** Reasons that are given after the registry was consulted: the cases call these `drop`, all other noes `ignore`. */
const DROPS = new Set([
  'close-unmatched',
  'kept-open',
  'item-closed',
  'session-closing',
  'older-than-close',
  'policy-never',
  'label-missing',
  'label-removed',
  'weak-evidence',
  'no-directory',
]);

/** Compares every field of `expect`, the answer over HTTP and the rows behind it alike. */
export function differences(expect: Expectation, outcome: Outcome, deliveryId: string | undefined): Difference[] {
  const { exchange, after } = outcome;
  const rows = after.dispatches.filter(
    (row) => row.deliveryId === deliveryId && row.state !== 'failed' && !isPast(row),
  );
  const decision = decisionOf(exchange);
  const found: Difference[] = [];
  const compare = (field: string, expected: unknown, actual: unknown): void => {
    if (JSON.stringify(folded(expected)) !== JSON.stringify(folded(actual)))
      found.push({ field, expected, found: actual });
  };

  const allowed: readonly number[] = typeof expect.http === 'number' ? [expect.http] : expect.http;
  if (!allowed.includes(exchange.status)) compare('http', expect.http, exchange.status);
  compare('refs', expect.refs, outcome.refs);
  compare('decision', expect.decision, decision);
  compare('reason', expect.reason, exchange.answer['reason']);
  compare(
    'rows',
    rowsWanted(expect),
    rows.map((row) => row.kind),
  );
  if (expect.session !== undefined)
    compare(
      'session',
      [expect.session],
      rows.map((row) => row.sessionId),
    );
  if (expect.sessions !== undefined) compareClose(expect.sessions, after, rows, compare);
  if (expect.decision === 'spawn') compareSpawn(expect, after, rows[0], compare);
  const declined = after.activities.some(({ name }) => name === 'session.pr_session_declined');
  compare('declined', expect.declined === true, declined);
  compare('prompt', [], outcome.brokenPrompt);
  return found;
}

type Compare = (field: string, expected: unknown, actual: unknown) => void;

function compareClose(
  sessions: readonly string[],
  after: Aftermath,
  rows: readonly DispatchEntity[],
  compare: Compare,
): void {
  compare('sessions', [...sessions].sort(), rows.map((row) => row.sessionId).sort());
  const closing = after.sessions.filter(({ status, id }) => status === 'closing' && sessions.includes(id));
  compare('sessions closing', [...sessions].sort(), closing.map(({ id }) => id).sort());
}

function compareSpawn(expect: Expectation, after: Aftermath, row: DispatchEntity | undefined, compare: Compare): void {
  const session = after.sessions.find(({ id }) => id === row?.sessionId);
  compare('spawned status', 'starting', session?.status);
  compare('spawnRef', expect.spawnRef, session?.workItem);
  compare('harness', expect.harness, session?.harness);
  compare('endpointOf', expect.endpointOf ?? null, session?.endpointOf);
  const checkout = session?.checkout
    ? { repo: session.checkout.repository, branch: session.checkout.branch }
    : undefined;
  compare('checkout', expect.checkout, checkout);
}

function decisionOf({ status, answer }: Exchange): string {
  if (status >= 400) return 'ignore';
  const kinds = (answer['decisions'] as { kind: string }[] | undefined)?.map(({ kind }) => kind) ?? [];
  const acting = kinds.find((kind) => kind !== 'ignore');
  return acting ?? (DROPS.has(String(answer['reason'])) ? 'drop' : 'ignore');
}

function rowsWanted({ decision, sessions }: Expectation): string[] {
  if (decision === 'close') return (sessions ?? []).map(() => 'close');
  return decision === 'resume' || decision === 'spawn' ? [decision] : [];
}

/** Rows of `history` carry an id that tells them from what the delivery made. */
function isPast(row: DispatchEntity): boolean {
  return row.id.startsWith(`of-${row.deliveryId}-`) && row.state === 'succeeded';
}

/** Owner and repository compare without regard to case. */
function folded(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('github:')) return value.toLowerCase();
  if (Array.isArray(value)) return value.map(folded);
  return value ?? null;
}
