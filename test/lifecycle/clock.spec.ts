import { jest } from '@jest/globals';
import { DeliveryEntity } from '../../src/database/entities/delivery.entity.js';
import { DispatchBudget } from '../../src/dispatch/dispatch.budget.js';
import { HarnessPauses } from '../../src/dispatch/harness.pauses.js';
import { issueComment } from '../support/payloads.js';
import { StubbedRoom } from '../support/stubbed.room.js';
import { TestServer } from '../support/test.server.js';

const YEAR_MS = 365 * 86_400_000;
const trueNow = Date.now.bind(Date);

/** The wall clock is set; the monotonic one goes on, as it does. */
function setClock(offset: number): void {
  jest.spyOn(Date, 'now').mockImplementation(() => trueNow() + offset);
}

afterEach(() => jest.restoreAllMocks());

describe.each([
  ['ahead', YEAR_MS],
  ['back', -YEAR_MS],
])('a wall clock that jumps %s by a year', (_, jump) => {
  test('changes neither the order of the inbox nor what is known', async () => {
    const server = await TestServer.start();
    server.holdLanes();
    const post = (deliveryId: string, text: string) => server.post(issueComment(12, text), { deliveryId });
    await post('first', 'one');
    setClock(jump);
    await post('second', 'two');
    expect((await post('first', 'one')).body).toMatchObject({ deliveryId: 'first' });
    jest.restoreAllMocks();
    await post('third', 'three');
    const rows = await server.run((tx) => tx.many(DeliveryEntity, {}, { by: 'seq' }));
    expect(rows.map(({ deliveryId, receivedCount }) => [deliveryId, receivedCount])).toEqual([
      ['first', 2],
      ['second', 1],
      ['third', 1],
    ]);
    await server.stop();
  });

  test('ends no turn that runs, and lets none run on', async () => {
    const stubbed = await StubbedRoom.open((config) => (config.webhooks.ghWebhook.routing.dispatchTimeoutSeconds = 3));
    stubbed.plan({ match: 'body of d1-', do: { delay: 1500 } }, { match: 'body of d2-', do: { hang: true } });
    const session = await stubbed.room.session(15);
    const [quick, hung, last] = await stubbed.room.events([session, session, session]);
    await stubbed.begun(0);
    setClock(jump);
    await stubbed.room.untilState(quick!, 'succeeded');
    await stubbed.begun(1);
    setClock(2 * jump);
    const since = performance.now();
    await stubbed.room.untilState(hung!, 'failed');
    expect((await stubbed.room.row(hung!.id)).outcome).toBe('timed-out');
    expect(performance.now() - since).toBeLessThan(10_000);
    await stubbed.room.untilState(last!, 'succeeded');
    await stubbed.close();
  });
});

describe('a wall clock that is set back while no server runs', () => {
  let stubbed: StubbedRoom;
  afterEach(() => stubbed.close());

  test('gives an adopted turn no more than its whole time', async () => {
    stubbed = await StubbedRoom.open((config) => (config.webhooks.ghWebhook.routing.dispatchTimeoutSeconds = 2));
    stubbed.plan({ do: { hang: true } });
    const row = await stubbed.room.event(await stubbed.room.session(15));
    await stubbed.begun(0);
    const next = (config: Parameters<NonNullable<Parameters<typeof StubbedRoom.open>[0]>>[0]) =>
      (config.webhooks.ghWebhook.routing.dispatchTimeoutSeconds = 2);
    await stubbed.room.leave();
    setClock(-YEAR_MS);
    stubbed = await StubbedRoom.open(next, stubbed.room.folder);
    await stubbed.room.untilState(row, 'failed');
    expect((await stubbed.room.row(row.id)).outcome).toBe('timed-out');
  });

  test('counts no turn of the future against a session', async () => {
    stubbed = await StubbedRoom.open();
    const session = await stubbed.room.session(15);
    const rows = await stubbed.room.events([session, session, session]);
    await stubbed.room.untilState(rows[2]!, 'succeeded');
    stubbed.room.config.webhooks.ghWebhook.routing.maxTurnsPerHour = 2;
    const exceeded = (): Promise<string | undefined> =>
      stubbed.room.run((tx) =>
        stubbed.room.get(DispatchBudget).exceeded(tx, { ...rows[0]!, id: 'next', deliveryId: null }),
      );
    expect(await exceeded()).toContain('2 turns within an hour');
    setClock(-YEAR_MS);
    expect(await exceeded()).toBeUndefined();
  });

  test('lets no pause of a harness last longer than it was made', async () => {
    stubbed = await StubbedRoom.open();
    const pauses = stubbed.room.get(HarnessPauses);
    pauses.pause('claude', 'not-installed', null, trueNow());
    expect(pauses.of('claude', trueNow())).toMatchObject({ reason: 'not-installed' });
    expect(pauses.of('claude', trueNow() - YEAR_MS)).toBeUndefined();
  });
});
