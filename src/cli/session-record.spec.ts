import { sessionRecord } from './session-record.js';

const SESSION = {
  workItem: 'github:octo-org/octo-repo#15',
  harness: 'claude',
  harnessSessionId: '3f9a',
  cwd: '/home/user/octo-repo',
  status: 'active',
  createdAt: '2026-07-02T10:00:00.000Z',
  lastEventAt: null,
  recentDeliveries: ['uuid-1'],
};

describe('the record of a session', () => {
  test('has the fields scripts know, in their order', () => {
    expect(JSON.stringify(sessionRecord(SESSION))).toBe(
      '{"workItem":{"ref":"github:octo-org/octo-repo#15","provider":"github","owner":"octo-org","repo":"octo-repo","number":15},' +
        '"harness":"claude","harnessSessionId":"3f9a","cwd":"/home/user/octo-repo","status":"active",' +
        '"createdAt":"2026-07-02T10:00:00.000Z","lastEventAt":null,"recentDeliveries":["uuid-1"]}',
    );
  });

  test.each([
    ['starting', 'active'],
    ['paused', 'active'],
    ['stale', 'active'],
    ['parked', 'active'],
    ['closing', 'active'],
    ['closed', 'closed'],
  ])('%s is told as %s', (status, told) => {
    expect(sessionRecord({ ...SESSION, status }).status).toBe(told);
  });
});
