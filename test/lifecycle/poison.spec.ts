import { StubbedRoom } from '../support/stubbed.room.js';
import { HarnessRegistry } from '../../src/harness/harness.registry.js';

/** An event that a stage of ours cannot bear. */
describe('a poisonous event', () => {
  let stubbed: StubbedRoom;
  beforeEach(async () => (stubbed = await StubbedRoom.open()));
  afterEach(() => stubbed.close());
  const room = () => stubbed.room;

  /** Holds the session while rows are put in, so that all of them wait. */
  async function waiting() {
    stubbed.plan({ match: 'body of d1-', do: { hold: stubbed.gate } });
    const session = await room().session(15);
    const rows = await room().events([session, session, session]);
    await stubbed.begun(0);
    return { session, first: rows[0]!, poison: rows[1]!, last: rows[2]! };
  }

  test('whose payload cannot be read is set aside after two tries with its reason, and its session goes on', async () => {
    const { poison, last } = await waiting();
    await room().run((tx) => tx.execute(`UPDATE delivery SET payload = x'7b' WHERE deliveryId = ?`, poison.deliveryId));
    stubbed.openGate();
    await room().untilState(last, 'succeeded');
    const { state, attempts, detail } = await room().row(poison.id);
    expect({ state, attempts }).toEqual({ state: 'quarantined', attempts: 2 });
    expect(detail).toContain('JSON');
    expect(await room().activity({ dispatchId: poison.id })).toEqual(expect.arrayContaining(['dispatch.quarantined']));
    expect(stubbed.runs()).toHaveLength(2);
  });

  test('that breaks the adapter of its harness only once is delivered at the second try', async () => {
    const { poison, last } = await waiting();
    const adapter = room().get(HarnessRegistry).get('claude');
    const plan = adapter.plan.bind(adapter);
    let broken = 0;
    adapter.plan = (...wanted) => {
      if (broken++ === 0) throw new Error('out of order');
      return plan(...wanted);
    };
    stubbed.openGate();
    await room().untilState(last, 'succeeded');
    expect(await room().row(poison.id)).toMatchObject({ state: 'succeeded' });
  });
});
