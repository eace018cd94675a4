import { readProgress } from './git-progress.js';

test.each([
  ['Receiving objects:  42% (420/1000), 1.2 MiB | 3.4 MiB/s', { phase: 'Receiving objects', percent: 42 }],
  ['remote: Counting objects: 100% (8/8), done.', { phase: 'Counting objects', percent: 100 }],
  ['Updating files:   7% (70/1000)', { phase: 'Updating files', percent: 7 }],
  ['fatal: 42% (of nothing)', undefined],
  ["Cloning into 'x: 42% (1)'...", undefined],
])('%s', (line, progress) => expect(readProgress(line)).toEqual(progress));
