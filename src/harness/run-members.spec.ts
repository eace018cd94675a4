import { membersOf, type ProcessFact } from './run-members.js';

const fact = (pid: number, changes: Partial<ProcessFact> = {}): ProcessFact => ({
  pid,
  parent: 1,
  group: pid,
  session: pid,
  start: `s${pid}`,
  marked: false,
  ...changes,
});
const WRAPPER = 100;
const members = (facts: ProcessFact[], run: { isProven?: boolean; known?: [number, string][] } = {}) =>
  membersOf(facts, { wrapperPid: WRAPPER, isProven: run.isProven ?? false, known: new Map(run.known) })
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);

describe('the members of a run', () => {
  const group = fact(101, { group: WRAPPER });
  const session = fact(102, { session: WRAPPER });
  const stranger = fact(900);

  it('are the group and the session of a proven wrapper', () => {
    expect(members([fact(WRAPPER), group, session, stranger], { isProven: true })).toEqual([100, 101, 102]);
  });

  it('are not a group whose wrapper nobody has proven: its number can be a stranger by now', () => {
    expect(members([fact(WRAPPER), group, session, stranger])).toEqual([]);
  });

  it('are the group once a marked process is in it', () => {
    expect(members([group, fact(103, { group: WRAPPER, marked: true }), stranger])).toEqual([101, 103]);
  });

  it('are marked processes wherever they are, with all that descends from them', () => {
    const facts = [fact(201, { marked: true }), fact(203, { parent: 202 }), fact(202, { parent: 201 }), stranger];
    expect(members(facts)).toEqual([201, 202, 203]);
  });

  it('are known processes, unless the pid has another start now', () => {
    expect(members([fact(301), fact(302)], { known: [[301, 's301'], [302, 'earlier']] })).toEqual([301]); // prettier-ignore
  });
});
