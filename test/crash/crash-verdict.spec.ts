import { crashVerdict, type DispatchRow, type Evidence } from './crash-verdict.js';
import type { Posting } from './posting.js';
import type { StubRun } from './stub-runs.js';

const ITEM = 'github:octo-org/octo-repo#1';

/** Deliveries 1, 2, … of one item, each acknowledged before the next was sent. */
const sent = (...ids: readonly string[]): Posting[] =>
  ids.map((id, at) => ({
    id,
    kind: 'comment',
    item: ITEM,
    event: 'issue_comment',
    payload: {},
    firstPostedAt: 2 * at + 1,
    ackedAt: 2 * at + 2,
    posts: 1,
  }));
const stored = (...ids: readonly string[]) =>
  ids.map((deliveryId, at) => ({ deliveryId, seq: at + 1, outcome: 'accepted', reason: 'matched' }));
const settled = (...ids: readonly string[]): DispatchRow[] =>
  ids.map((deliveryId, at) => ({ deliveryId, seq: at + 1, state: 'succeeded', outcome: 'completed', detail: null }));
const begins = (pid: number, id: string, more: Partial<Extract<StubRun, { event: 'start' }>> = {}): StubRun => ({
  event: 'start',
  pid,
  attempt: `attempt-${pid}`,
  item: ITEM,
  deliveries: [id],
  conversation: 'one',
  kind: pid === 1 ? 'spawn' : 'resume',
  noted: false,
  ...more,
});
const ends = (pid: number): StubRun => ({ event: 'end', pid });

const good: Evidence = {
  postings: sent('a', 'b'),
  deliveries: stored('a', 'b'),
  dispatches: settled('a', 'b'),
  runs: [begins(1, 'a'), ends(1), begins(2, 'b'), ends(2)],
  cut: new Map(),
  aside: new Set(),
};

const charges = (change: Partial<Evidence>): string[] =>
  crashVerdict({ ...good, ...change }).map(({ charge }) => charge);

test('nobody is accused when everything was as promised', () => {
  expect(charges({})).toEqual([]);
});

test.each<[string, Partial<Evidence>, string[]]>([
  ['acknowledged and not stored', { deliveries: stored('a'), dispatches: settled('a') }, ['lost']],
  ['stored without a row of the queue', { dispatches: settled('a') }, ['lost']],
  ['stored and never begun', { runs: [begins(1, 'a'), ends(1)] }, ['lost']],
  ['still waiting at the end', { dispatches: settled('a', 'b').map((row) => ({ ...row, state: 'held' })) }, ['lost', 'lost']],
  ['set aside although nobody cut it', { dispatches: settled('a', 'b').map((row) => ({ ...row, state: 'quarantined' })) }, ['lost', 'lost']],
  ['run twice', { runs: [...good.runs, begins(3, 'b', { noted: true }), ends(3)] }, ['run twice']],
  ['run in the other order', { runs: [begins(1, 'b'), ends(1), begins(2, 'a'), ends(2)] }, ['out of order']],
  ['stored in the other order', { deliveries: stored('b', 'a'), dispatches: settled('b', 'a'), runs: [begins(1, 'b'), ends(1), begins(2, 'a'), ends(2)] }, ['out of order']],
  ['two at once', { runs: [begins(1, 'a'), begins(2, 'b'), ends(1), ends(2)] }, ['overlapping']],
  ['begun while a cut one still ran', { cut: new Map([['attempt-1', ['a']]]), runs: [begins(1, 'a'), begins(3, 'a', { noted: true }), ends(1), ends(3), begins(2, 'b'), ends(2)] }, ['overlapping']],
  ['repeated without a word', { cut: new Map([['attempt-1', ['a']]]), runs: [begins(1, 'a'), begins(3, 'a'), ends(3), begins(2, 'b'), ends(2)] }, ['without the note']],
  ['begun as a repetition of nothing', { runs: [begins(1, 'a', { noted: true }), ends(1), begins(2, 'b'), ends(2)] }, ['without the note']],
  ['gone on elsewhere', { runs: [begins(1, 'a'), ends(1), begins(2, 'b', { conversation: 'two' }), ends(2)] }, ['other conversation']],
])('%s is noticed', (_, change, expected) => {
  expect(charges(change)).toEqual(expected);
}); // prettier-ignore

test('a turn that was cut may be repeated, with the note and in its place', () => {
  const cut = new Map([['attempt-1', ['a']]]);
  const runs = [begins(1, 'a'), begins(3, 'a', { noted: true }), ends(3), begins(2, 'b'), ends(2)];
  expect(charges({ cut, runs })).toEqual([]);
});

test('what got no answer may be stored or not', () => {
  const [first, second] = sent('a', 'b');
  const postings = [first!, { ...second!, ackedAt: null }];
  expect(charges({ postings })).toEqual([]);
  expect(charges({ postings, deliveries: stored('a'), dispatches: settled('a'), runs: good.runs.slice(0, 2) })).toEqual(
    [],
  );
});
