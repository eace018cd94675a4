import { importedRecord } from './imported-record.js';

const RECORD = {
  workItem: {
    ref: 'github:octo-org/octo-repo#15',
    provider: 'github',
    owner: 'octo-org',
    repo: 'octo-repo',
    number: 15,
  },
  harness: 'claude',
  harnessSessionId: '3f9a',
  cwd: '/home/mona/octo-repo',
  status: 'active',
  createdAt: '2026-07-02T10:00:00Z',
  lastEventAt: null,
  recentDeliveries: ['uuid-1'],
};

test('reads the record of the registry that kept files', () => {
  expect(importedRecord(JSON.stringify(RECORD))).toEqual({ ...RECORD, workItem: 'github:octo-org/octo-repo#15' });
});

test.each([
  ['the work item as text', { workItem: 'github:a/b#1' }, 'github:a/b#1'],
  ['the work item without its name', { workItem: { ...RECORD.workItem, ref: undefined } }, RECORD.workItem.ref],
])('%s will do', (_, more, workItem) => {
  expect(importedRecord(JSON.stringify({ ...RECORD, ...more }))).toMatchObject({ workItem });
});

test.each([
  ['{', /^it is not JSON/],
  ['[]', /^it is no JSON object/],
  ['"text"', /^it is no JSON object/],
  ['{}', /workItem, harness, harnessSessionId, cwd, createdAt/],
  [JSON.stringify({ ...RECORD, harnessSessionId: 7 }), /says of harnessSessionId is/],
  [JSON.stringify({ ...RECORD, recentDeliveries: [1], lastEventAt: 5 }), /lastEventAt, recentDeliveries/],
])('says what is wrong with %s', (text, sentence) => {
  expect(importedRecord(text)).toMatch(sentence);
});
