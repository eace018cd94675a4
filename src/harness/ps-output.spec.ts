import { factsFromPs } from './ps-output.js';

const OUTPUT = `
    1     0     1 Ss   Mon Sep  7 08:00:00 2026     /sbin/launchd
  812   811   811 S+   Mon Sep 14 09:41:07 2026     node stub.mjs HOME=/Users/me THE_LOOP_RUN=a1 PATH=/bin
  813   811   811 Z    Mon Sep 14 09:41:08 2026     (sh)
  814   812   814 S    Mon Sep 14 09:41:09 2026     sleep 60 THE_LOOP_RUN=a10
`;

describe('the list of ps on macOS', () => {
  it('gives living processes, and marks those that carry the whole mark', () => {
    expect(factsFromPs(OUTPUT, 'THE_LOOP_RUN=a1')).toEqual([
      { pid: 1, parent: 0, group: 1, session: 0, start: 'Mon Sep  7 08:00:00 2026', marked: false },
      { pid: 812, parent: 811, group: 811, session: 0, start: 'Mon Sep 14 09:41:07 2026', marked: true },
      { pid: 814, parent: 812, group: 814, session: 0, start: 'Mon Sep 14 09:41:09 2026', marked: false },
    ]);
  });
});
