/** A living process, as far as it matters for the question whose it is. Zombies are none. */
export interface ProcessFact {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** When it started, in whatever unit the system tells; with the pid it names a process for ever. */
  readonly start: string;
  /** Its environment names the run. */
  readonly marked: boolean;
}

export interface RunTrace {
  /** The number of the wrapper's group and session, too. */
  readonly wrapperPid: number | null;
  /** The wrapper's pid is proven to be ours: a child not yet reaped, or a command line that names the directory. */
  readonly isProven: boolean;
  /** Members seen before, pid to start. */
  readonly known: ReadonlyMap<number, string>;
}

/**
 * The members of a run: marked ones, known ones, the wrapper's group and session, and all their descendants. The
 * numbers of group and session count only while the wrapper or a member in them is proven: an empty group's number
 * can belong to a stranger by now.
 */
export function membersOf(facts: readonly ProcessFact[], run: RunTrace): ProcessFact[] {
  const sure = (fact: ProcessFact) => fact.marked || run.known.get(fact.pid) === fact.start;
  const inside = (fact: ProcessFact) => fact.group === run.wrapperPid || fact.session === run.wrapperPid;
  const numbersCount = run.isProven || facts.some((fact) => sure(fact) && inside(fact));
  const members = new Map<number, ProcessFact>();
  for (const fact of facts) if (sure(fact) || (numbersCount && inside(fact))) members.set(fact.pid, fact);

  for (let before = -1; before < members.size;) {
    before = members.size;
    for (const fact of facts) if (members.has(fact.parent)) members.set(fact.pid, fact);
  }
  return [...members.values()];
}
