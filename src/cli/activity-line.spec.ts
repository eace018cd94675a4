import { activityLine, activityRow, type ActivityFields } from './activity-line.js';

const ACTIVITY: ActivityFields = {
  seq: 7,
  time: '2026-07-02T10:00:00.000Z',
  name: 'routing.dropped',
  level: 'info',
  deliveryId: 'd-1',
  event: 'issue_comment',
  action: 'created',
  actor: 'mallory\u001b[2J',
  workItem: 'github:o/r#1',
  sessionId: null,
  dispatchId: null,
  harness: null,
  reason: 'unauthorized-actor',
  error: null,
};
const plain = { paint: (_tone: string, text: string) => text };

describe('one activity', () => {
  test('as a line says what happened, to what, by whom and why', () => {
    expect(activityLine(ACTIVITY, plain)).toMatch(
      /^\d\d:\d\d:\d\d routing\.dropped {9} github:o\/r#1 issue_comment\.created by mallory\\u\{1b\}\[2J unauthorized-actor$/,
    );
  });

  test('as a row keeps every field in its place', () => {
    expect(activityRow(ACTIVITY).split('\t')).toEqual([
      '7',
      '2026-07-02T10:00:00.000Z',
      'routing.dropped',
      'github:o/r#1',
      'issue_comment',
      'created',
      'mallory\\u{1b}[2J',
      'd-1',
      '',
      '',
      'unauthorized-actor',
      '',
    ]);
  });
});
