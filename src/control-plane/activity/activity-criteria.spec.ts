import { activityOf } from '../../events/activity.js';
import { type ActivityCriteria, isWanted } from './activity-criteria.js';

const failed = activityOf(
  {
    name: 'dispatch.failed',
    sessionId: 's1',
    dispatchId: 'd1',
    deliveryId: 'g1',
    workItem: 'github:Octo/Shop#1',
    event: 'issues',
  },
  1,
  0,
);

test.each<[string, ActivityCriteria, boolean]>([
  ['everything is wanted without criteria', {}, true],
  ['by name', { names: ['dispatch.failed', 'dispatch.held'] }, true],
  ['by another name', { names: ['dispatch.held'] }, false],
  ['by its own level', { level: 'warn' }, true],
  ['by a lower level', { level: 'debug' }, true],
  ['by a higher level', { level: 'error' }, false],
  ['by session', { sessionId: 's1' }, true],
  ['by another session', { sessionId: 's2' }, false],
  ['by dispatch and delivery', { dispatchId: 'd1', deliveryId: 'g1' }, true],
  ['by work item in another spelling', { workItem: 'github:octo/SHOP#1' }, true],
  ['by event', { event: 'issues' }, true],
  ['when one of two does not hold', { sessionId: 's1', event: 'push' }, false],
  ['null means not given', { names: null, level: null, sessionId: null }, true],
])('%s', (_, criteria, wanted) => {
  expect(isWanted(failed, criteria)).toBe(wanted);
});
