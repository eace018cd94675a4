import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canMount } from '../support/small.disk.js';
import { StubbedRoom } from '../support/stubbed.room.js';

(canMount() ? describe : describe.skip)('a disk that is full where turns are kept', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-room-')));
  const runs = join(folder, '.the-loop/runs');
  let stubbed: StubbedRoom;
  beforeEach(async () => {
    mkdirSync(runs, { recursive: true });
    expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', runs]).status).toBe(0);
    stubbed = await StubbedRoom.open(undefined, folder);
  });
  afterEach(async () => {
    await stubbed.room.service.stop(0, true);
    spawnSync('umount', ['-l', runs]);
    await stubbed.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('makes the event wait, says why, and lets it run by itself when there is room again', async () => {
    writeFileSync(join(runs, 'ballast'), Buffer.alloc(60 * 1024));
    const row = await stubbed.room.event(await stubbed.room.session(15));
    await stubbed.room.untilState(row, 'held');
    expect(await stubbed.room.row(row.id)).toMatchObject({ outcome: 'never-started', attempts: 0 });
    expect(stubbed.runs()).toEqual([]);
    rmSync(join(runs, 'ballast'));
    await stubbed.room.untilState(row, 'succeeded');
    expect(stubbed.runs()).toHaveLength(1);
    expect(stubbed.runs()[0]!.stdin).not.toContain('this was delivered to you before');
  });
});
