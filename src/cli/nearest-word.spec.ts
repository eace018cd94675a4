import { nearestWord } from './nearest-word.js';

test.each([
  ['--wrok-item', ['--work-item', '--harness'], '--work-item'],
  ['sesions list', ['sessions list', 'deliveries list'], 'sessions list'],
  ['--xyzzy', ['--work-item', '--harness'], undefined],
  ['stats', ['start', 'status', 'stop'], 'status'],
])('%s', (word, known, nearest) => expect(nearestWord(word, known)).toBe(nearest));
