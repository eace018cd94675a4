import { readFileSync } from 'node:fs';
import { StubbedRoom } from '../support/stubbed.room.js';
import { isAlive, until } from '../support/turn.bench.js';

describe('turns that outlive their server', () => {
  let stubbed: StubbedRoom;
  afterEach(() => stubbed.close());
  const room = () => stubbed.room;

  test('a turn that runs on is adopted: it runs once, its end is settled, and what waited follows in order', async () => {
    stubbed = await StubbedRoom.open();
    stubbed.plan({ match: 'body of d1-', do: { hold: stubbed.gate, text: 'done meanwhile' } });
    const session = await room().session(15);
    const rows = await room().events([session, session, session]);
    const { pid } = await stubbed.begun(0);
    stubbed = await stubbed.restart();
    expect(await room().states(session)).toEqual(['running', 'queued', 'queued']);
    expect(isAlive(pid)).toBe(true);
    stubbed.openGate();
    await room().untilState(rows[2]!, 'succeeded');
    expect(await room().row(rows[0]!.id)).toMatchObject({
      state: 'succeeded',
      resultText: 'done meanwhile',
      attempts: 1,
    });
    expect(stubbed.runs().map((run) => /body of (\S+)"/.exec(run.stdin)![1])).toEqual(
      rows.map((row) => row.deliveryId),
    );
  });

  test('a turn that ended while no server ran is settled from its directory', async () => {
    stubbed = await StubbedRoom.open();
    stubbed.plan({ do: { hold: stubbed.gate } });
    const row = await room().event(await room().session(15));
    const { pid } = await stubbed.begun(0);
    await room().leave();
    stubbed.openGate();
    await until(() => !isAlive(pid));
    stubbed = await StubbedRoom.open(undefined, room().folder);
    await room().untilState(row, 'succeeded');
    expect(stubbed.runs()).toHaveLength(1);
  });

  test('a spawn keeps its conversation over the restart', async () => {
    stubbed = await StubbedRoom.open();
    stubbed.plan({ times: 1, do: { hold: stubbed.gate } });
    const session = await room().session(15, null);
    await room().event(session, { kind: 'spawn', reason: 'label' });
    await until(async () => (await room().status(session)) === 'active');
    stubbed = await stubbed.restart();
    const next = await room().event(session, { deliveryId: 'next' });
    stubbed.openGate();
    await room().untilState(next, 'succeeded');
    expect(new Set(stubbed.runs().map((run) => run.sessionId)).size).toBe(1);
    expect(stubbed.runs().map((run) => run.kind)).toEqual(['spawn', 'resume']);
  });

  test('a turn that died is repeated once with a note, then set aside; nothing of it is left, and the lane goes on', async () => {
    stubbed = await StubbedRoom.open();
    stubbed.plan({ match: 'body of d1-', do: { hang: true, child: 'setsid' } });
    const session = await room().session(15);
    const [first, second] = await room().events([session, session]);
    for (const n of [0, 1]) {
      const run = await stubbed.begun(n);
      await until(() => stubbed.runs('child')[n]);
      await room().leave();
      const wrapper = ppidOf(run.pid);
      process.kill(wrapper, 'SIGKILL');
      process.kill(run.pid, 'SIGKILL');
      stubbed = await StubbedRoom.open(undefined, room().folder);
    }
    await room().untilState(second!, 'succeeded');
    expect(await room().row(first!.id)).toMatchObject({ state: 'quarantined', attempts: 2 });
    const [one, two, three] = stubbed.runs();
    expect(one!.stdin).not.toContain('the turn was cut off');
    expect(two!.stdin).toContain('the turn was cut off');
    expect(three!.stdin).not.toContain('the turn was cut off');
    expect(stubbed.runs('child').map(({ child }) => isAlive(child))).toEqual([false, false]);
  });

  test('a stop that kills leaves no process, and the event is owed once more', async () => {
    stubbed = await StubbedRoom.open();
    stubbed.plan({ times: 1, do: { hang: true, child: 'setsid' } });
    const row = await room().event(await room().session(15));
    const child = await until(() => stubbed.runs('child')[0]);
    await room().service.stop(60, true);
    expect([child.pid, child.child].map(isAlive)).toEqual([false, false]);
    stubbed = await stubbed.restart();
    await room().untilState(row, 'succeeded');
    expect(stubbed.runs()[1]!.stdin).toContain('the turn was cut off');
  });
});

function ppidOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}
