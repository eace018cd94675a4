import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InstanceLock, StateHeldError } from './instance.lock.js';

describe('the instance lock', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'the-loop-lock-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const file = () => join(folder, 'instance.lock');

  test('a second holder in the same state folder is refused and told who holds it', () => {
    const first = InstanceLock.take(file());
    expect(() => InstanceLock.take(file())).toThrow(StateHeldError);
    expect(() => InstanceLock.take(file())).toThrow(`process ${process.pid}`);
    first.release();
  });

  test('a released lock can be taken again, and release may be called twice', () => {
    const first = InstanceLock.take(file());
    first.release();
    first.release();
    InstanceLock.take(file()).release();
  });

  test('a note of a process that is gone, or whose pid belongs to a stranger now, blocks nobody', () => {
    writeFileSync(`${file()}.json`, JSON.stringify({ pid: 1, birth: 'another birth', since: '2026-01-01T00:00:00Z' }));
    InstanceLock.take(file()).release();
  });

  test('where no state can be kept, it says where that is and what to do', () => {
    const occupied = join(folder, 'occupied');
    writeFileSync(occupied, '');
    mkdirSync(file());
    writeFileSync(join(folder, 'text.lock'), 'no database, whatever its name says');
    for (const path of [join(occupied, 'instance.lock'), file(), join(folder, 'text.lock')]) {
      const act = () => InstanceLock.take(path);
      expect(act).toThrow(expect.objectContaining({ code: 'state-unusable' }));
      expect(act).toThrow(/^Cannot keep the state in ".*\/(occupied|instance\.lock|text\.lock)": .*state\.root$/);
    }
  });

  test('a lock file deleted under a living holder does not make a second one', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    try {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
      const birth = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
      writeFileSync(`${file()}.json`, JSON.stringify({ pid: child.pid, birth, since: '2026-01-01T00:00:00Z' }));
      expect(() => InstanceLock.take(file())).toThrow(`process ${child.pid}`);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
