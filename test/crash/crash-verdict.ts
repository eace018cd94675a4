import type { Posting } from './posting.js';
import type { StubRun, StubStart } from './stub-runs.js';

export interface DeliveryRow {
  readonly deliveryId: string;
  readonly seq: number;
  readonly outcome: string;
  readonly reason: string;
}

export interface DispatchRow {
  readonly deliveryId: string | null;
  readonly seq: number;
  readonly state: string;
  readonly outcome: string | null;
  readonly detail: string | null;
}

/** Everything that is known at the end, from three witnesses: the sender, the database, and the stub's own record. */
export interface Evidence {
  readonly postings: readonly Posting[];
  readonly deliveries: readonly DeliveryRow[];
  readonly dispatches: readonly DispatchRow[];
  readonly runs: readonly StubRun[];
  /** Attempts whose processes were killed, not only their server, with the deliveries each was for. */
  readonly cut: ReadonlyMap<string, readonly string[]>;
  /** Deliveries that were set aside and brought back: they stand outside the order. */
  readonly aside: ReadonlySet<string>;
}

export const CHARGES = [
  'lost',
  'run twice',
  'out of order',
  'overlapping',
  'without the note',
  'other conversation',
] as const;
export type Charge = (typeof CHARGES)[number];

export interface Finding {
  readonly charge: Charge;
  readonly what: string;
}

/** Every broken promise; none is what everybody hopes for. */
export function crashVerdict(evidence: Evidence): Finding[] {
  const known = new Known(evidence);
  return [
    ...evidence.postings.flatMap((posting) => lost(posting, known)),
    ...[...known.startsOf].flatMap(([id, starts]) => repeated(id, starts, known)),
    ...arrivals(evidence.postings, known),
    ...[...byItem(evidence.runs)].flatMap(([item, runs]) => [
      ...disorder(item, runs, known),
      ...overlaps(item, runs, known),
      ...strangers(item, runs),
    ]),
  ];
}

class Known {
  readonly delivery: ReadonlyMap<string, DeliveryRow>;
  readonly dispatches: ReadonlyMap<string, readonly DispatchRow[]>;
  readonly startsOf: ReadonlyMap<string, readonly StubStart[]>;
  readonly cut: Evidence['cut'];
  readonly aside: Evidence['aside'];

  constructor({ deliveries, dispatches, runs, cut, aside }: Evidence) {
    this.delivery = new Map(deliveries.map((row) => [row.deliveryId, row]));
    this.dispatches = grouped(dispatches.flatMap((row) => (row.deliveryId === null ? [] : [[row.deliveryId, row]])));
    this.startsOf = grouped(
      runs.flatMap((run) => (run.event === 'start' ? run.deliveries.map((id): [string, StubStart] => [id, run]) : [])),
    );
    this.cut = cut;
    this.aside = aside;
  }

  cutsOf(id: string): number {
    return [...this.cut.values()].filter((deliveries) => deliveries.includes(id)).length;
  }
}

/** Acknowledged means: stored, decided, and brought to its end in its session. */
function lost({ id, kind, ackedAt }: Posting, known: Known): Finding[] {
  if (ackedAt === null) return [];
  const charge = (what: string): Finding[] => [{ charge: 'lost', what: `${id} (${kind}): ${what}` }];
  const delivery = known.delivery.get(id);
  if (delivery === undefined) return charge('acknowledged and not in the database');
  const rows = known.dispatches.get(id) ?? [];
  if (rows.length === 0) return charge(`no dispatch; it was ${delivery.outcome}, ${delivery.reason}`);
  const aside = known.aside.has(id) || (rows.some(({ state }) => state === 'quarantined') && known.cutsOf(id) >= 2);
  const open = rows.find(({ state }) => state !== 'succeeded' && !(aside && state === 'quarantined'));
  if (open !== undefined) return charge(`its dispatch is ${open.state} (${open.outcome}: ${open.detail})`);
  if (kind !== 'close' && !known.startsOf.has(id) && !aside) return charge('no turn was started for it');
  return [];
}

/** A turn that nobody cut is the last one of its deliveries; what comes after a cut one says so in its prompt. */
function repeated(id: string, starts: readonly StubStart[], known: Known): Finding[] {
  const whole = starts.filter(({ attempt }) => !known.cut.has(attempt));
  const findings: Finding[] = [];
  if (whole.length > 1) {
    findings.push({
      charge: 'run twice',
      what: `${id}: attempts ${whole.map(({ attempt }) => attempt).join(' and ')}`,
    });
  }
  for (const { attempt, noted } of starts.slice(1)) {
    if (!noted) findings.push({ charge: 'without the note', what: `${id}: attempt ${attempt} came after another one` });
  }
  if (starts[0]?.noted === true && known.cutsOf(id) === 0) {
    findings.push({ charge: 'without the note', what: `${id}: its first attempt says that there was an earlier one` });
  }
  return findings;
}

/** What was acknowledged before another delivery of the item was sent comes before it in the inbox. */
function arrivals(postings: readonly Posting[], known: Known): Finding[] {
  const findings: Finding[] = [];
  for (const [item, sent] of grouped(postings.map((posting): [string, Posting] => [posting.item, posting]))) {
    const ticks = sent
      .flatMap((posting) => [
        { at: posting.firstPostedAt ?? Infinity, posting, acked: false },
        { at: posting.ackedAt ?? Infinity, posting, acked: true },
      ])
      .filter(({ at, posting }) => at < Infinity && known.delivery.has(posting.id))
      .sort((one, other) => one.at - other.at);
    let behind = 0;
    for (const { posting, acked } of ticks) {
      const { seq } = known.delivery.get(posting.id)!;
      if (acked) behind = Math.max(behind, seq);
      else if (seq < behind)
        findings.push({ charge: 'out of order', what: `${posting.id} overtook in the inbox of ${item}` });
    }
  }
  return findings;
}

/** Turns of one item begin in the order of its rows. What a cut turn had begun is begun again, where it stood. */
function disorder(item: string, runs: readonly StubRun[], known: Known): Finding[] {
  let before = { seq: 0, id: '' };
  return runs.flatMap((run): Finding[] => {
    if (run.event === 'end') return [];
    let last = before;
    const findings = run.deliveries.flatMap((id): Finding[] => {
      if (known.aside.has(id)) return [];
      const seq = Math.min(...(known.dispatches.get(id) ?? []).map((row) => row.seq));
      if (seq < last.seq) return [{ charge: 'out of order', what: `${id} ran after ${last.id} in ${item}` }];
      last = { seq, id };
      return [];
    });
    if (!known.cut.has(run.attempt)) before = last;
    return findings;
  });
}

/** One turn at a time: nothing begins while another one of the item goes on, also when its wrapper was killed. */
function overlaps(item: string, runs: readonly StubRun[], known: Known): Finding[] {
  const findings: Finding[] = [];
  const going = new Map<number, StubStart & { overtaken: boolean }>();
  for (const run of runs) {
    if (run.event === 'end') {
      const ended = going.get(run.pid);
      going.delete(run.pid);
      if (ended?.overtaken === true)
        findings.push({ charge: 'overlapping', what: `${item}: ${ended.attempt} still ran` });
      continue;
    }
    for (const [pid, other] of going) {
      if (!known.cut.has(other.attempt)) {
        findings.push({ charge: 'overlapping', what: `${item}: ${run.attempt} began beside ${other.attempt}` });
        going.delete(pid);
      } else going.set(pid, { ...other, overtaken: true });
    }
    going.set(run.pid, { ...run, overtaken: false });
  }
  return findings;
}

/** Once a turn of the item has come to its end, every later one goes on with the same conversation. */
function strangers(item: string, runs: readonly StubRun[]): Finding[] {
  const going = new Map<number, StubStart>();
  let established: string | undefined;
  return runs.flatMap((run): Finding[] => {
    if (run.event === 'end') {
      established ??= going.get(run.pid)?.conversation;
      return [];
    }
    going.set(run.pid, run);
    if (established === undefined || (run.conversation === established && run.kind === 'resume')) return [];
    return [{ charge: 'other conversation', what: `${item}: ${run.attempt} did not resume ${established}` }];
  });
}

/** Ends carry no item: each belongs to the last start with its pid. */
function byItem(runs: readonly StubRun[]): Map<string, StubRun[]> {
  const itemOf = new Map<number, string>();
  return grouped(
    runs.flatMap((run): [string, StubRun][] => {
      if (run.event === 'start') itemOf.set(run.pid, run.item);
      const item = itemOf.get(run.pid);
      return item === undefined ? [] : [[item, run]];
    }),
  );
}

function grouped<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
