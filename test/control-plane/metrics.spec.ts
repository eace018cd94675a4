import { TurnTokens } from '../../src/dispatch/turn.tokens.js';
import { ControlClient } from '../support/control.client.js';
import { insertDelivery, insertDispatch, insertSession } from '../support/control.rows.js';
import { TestServer } from '../support/test.server.js';

describe('the metrics', () => {
  let server: TestServer;
  let owner: ControlClient;
  const METRICS = { method: 'GET', path: '/metrics', headers: { 'content-type': '' } };

  beforeAll(async () => {
    server = await TestServer.start();
    server.holdLanes();
    owner = ControlClient.ownerOf(server);
    await server.run((tx) => {
      insertSession(tx, 1, { id: 'one' });
      insertDelivery(tx, 'a', { receivedAt: 1_764_500_000_000 });
      insertDispatch(tx, 'one', { deliveryId: 'a', state: 'queued' });
      insertDispatch(tx, 'one', { state: 'failed' });
    });
  });
  afterAll(() => server.stop());

  test('count what is on record', async () => {
    const { status, headers, text } = await owner.raw(METRICS);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    for (const line of [
      'the_loop_deliveries{outcome="accepted"} 1',
      'the_loop_dispatches{state="queued"} 1',
      'the_loop_dispatches{state="failed"} 1',
      'the_loop_sessions{status="active"} 1',
      'the_loop_last_delivery_timestamp_seconds 1764500000',
      'the_loop_control_sockets 0',
    ]) {
      expect(text.split('\n')).toContain(line);
    }
  });

  test('are the owner’s, and stay on the control listener', async () => {
    const { token, hash } = server.get(TurnTokens).issue();
    server.get(TurnTokens).admit(hash, { sessionId: 'one', dispatchId: 'd' });
    expect((await owner.as(token).raw(METRICS)).status).toBe(403);
    expect((await owner.as('nope').raw(METRICS)).status).toBe(401);
    const outside = new ControlClient(new URL(server.running.webhookUrl).origin, owner.token);
    expect((await outside.raw(METRICS)).status).toBe(404);
  });
});
