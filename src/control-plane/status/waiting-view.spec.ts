import type { DispatchEntity } from '../../database/entities/dispatch.entity.js';
import type { SessionStatus } from '../../database/entities/session.entity.js';
import { waitingView } from './waiting-view.js';

type Row = Pick<DispatchEntity, 'state' | 'outcome' | 'detail' | 'heldUntil'>;

const session = (status: SessionStatus, statusReason: string | null = null) => ({
  id: 's',
  status,
  statusReason,
  workItem: 'github:octo-org/shop#1',
});
const row = (state: Row['state'], more: Partial<Row> = {}) => ({
  sessionId: 's',
  state,
  outcome: null,
  detail: null,
  heldUntil: null,
  ...more,
});

test.each([
  ['a paused session waits for its owner', session('paused'), [row('queued')], 'paused', null],
  ['a parked session says why', session('parked', 'too many turns'), [row('queued')], 'parked', null],
  ['a stale session comes before its held rows', session('stale'), [row('held', { outcome: 'stale' })], 'stale', null],
  [
    'a held row gives its reason and time',
    session('active'),
    [row('held', { outcome: 'rate-limited', heldUntil: 5 })],
    'rate-limited',
    5,
  ],
  ['rows behind a running turn wait for it', session('active'), [row('running'), row('queued')], 'busy', null],
  ['a running turn alone is no wait', session('active'), [row('running')], undefined, undefined],
  ['a row without a turn waits for a slot', session('active'), [row('queued')], 'queued', null],
  ['a quarantined row waits for its owner', session('active'), [row('quarantined')], 'quarantined', null],
  ['a lane goes on past a quarantined row', session('active'), [row('quarantined'), row('queued')], 'queued', null],
  ['an idle session waits for nothing', session('active'), [], undefined, undefined],
])('%s', (_, of, rows, reason, until) => {
  const view = waitingView(of, rows);
  expect([view?.reason, view?.until]).toEqual([reason, until]);
});

test('the sentence of a parked session names its reason and the way on', () => {
  expect(waitingView(session('parked', 'maxTurnsPerHour'), [row('queued')])?.sentence).toBe(
    '"github:octo-org/shop#1" is parked; look at it, then let it go on with "the-loop sessions release" (maxTurnsPerHour)',
  );
});
