import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ActivityEntity } from '../../src/database/entities/activity.entity.js';
import { DispatchService } from '../../src/dispatch/dispatch.service.js';
import { StubbedRoom } from '../support/stubbed.room.js';
import { isAlive, STUBS, until } from '../support/turn.bench.js';

describe('turns of a real harness process', () => {
  let stubbed: StubbedRoom;
  const room = () => stubbed.room;
  afterEach(() => stubbed.close());

  const bodies = (stdin: string) => [...stdin.matchAll(/body of (\S+)"/g)].map(([, id]) => id);

  test('an event wakes the conversation of its session: arguments, directory, prompt on stdin, a token, no secrets', async () => {
    stubbed = await StubbedRoom.open();
    process.env.THE_LOOP_GH_WEBHOOK_SECRET = 'hush';
    const session = await room().session(15);
    const row = await room().event(session);
    await room().untilState(row, 'succeeded');
    delete process.env.THE_LOOP_GH_WEBHOOK_SECRET;
    const run = await stubbed.begun(0);
    expect(run.argv.slice(0, 3)).toEqual(['-p', '--resume', 'conversation-15']);
    expect(run.cwd).toBe(room().tree);
    expect(bodies(run.stdin)).toEqual([row.deliveryId]);
    expect(run.env).toMatchObject({ THE_LOOP_DISPATCH_ID: row.id, THE_LOOP_DELIVERY: row.deliveryId });
    expect(run.env.THE_LOOP_TOKEN).toMatch(/^tlt_/);
    expect(JSON.stringify(run.env)).not.toContain('hush');
    expect(await room().row(row.id)).toMatchObject({
      outcome: 'completed',
      exitCode: 0,
      resultText: 'done',
      attempts: 1,
    });
  });

  test('eight sessions with five events each under a limit of four: all run, in order, never two of one session, never five', async () => {
    stubbed = await StubbedRoom.open();
    stubbed.plan({ do: { delay: 30 } });
    const sessions = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => room().session(n)));
    for (let n = 0; n < 5; n += 1) await room().events(sessions);
    await room().until(async () => (await room().states()).every((state) => state === 'succeeded'));
    const starts = stubbed.runs();
    expect(starts).toHaveLength(40);
    for (const session of sessions) {
      const own = starts.filter((run) => run.sessionId === session.harnessSessionId);
      expect(own.flatMap((run) => bodies(run.stdin))).toEqual(
        (await room().rows(session)).map((row) => row.deliveryId),
      );
    }
    const ends = new Map(stubbed.runs('end').map((end) => [end.pid, end.time]));
    const during = (time: number) => starts.filter((run) => run.time <= time && time < ends.get(run.pid)!);
    for (const run of starts) {
      const together = during(run.time).map((each) => each.sessionId);
      expect(together.length).toBeLessThanOrEqual(4);
      expect(new Set(together).size).toBe(together.length);
    }
  });

  test('a spawn starts under the id of its attempt, and the next event resumes it', async () => {
    stubbed = await StubbedRoom.open();
    const session = await room().session(15, null);
    const row = await room().event(session, { kind: 'spawn', reason: 'label' });
    const next = await room().event(session);
    await room().untilState(next, 'succeeded');
    const { attemptId } = await room().row(row.id);
    expect(stubbed.runs().map((run) => [run.kind, run.sessionId])).toEqual([
      ['spawn', attemptId],
      ['resume', attemptId],
    ]);
    expect(await room().reload(session)).toMatchObject({ status: 'active', harnessSessionId: attemptId });
  });

  test('a harness that exits with an error is recorded with what it said; the next event runs, a retry runs it again', async () => {
    stubbed = await StubbedRoom.open();
    const session = await room().session(15);
    stubbed.plan({ times: 1, do: { exit: 3, 'no-result': true, stderr: 'it fell over' } });
    const [first, second] = await room().events([session, session]);
    await room().untilState(second!, 'succeeded');
    expect(await room().row(first!.id)).toMatchObject({ state: 'failed', exitCode: 3 });
    expect((await room().row(first!.id)).stderrTail).toContain('it fell over');
    await room().get(DispatchService).retry(first!.id);
    await room().untilState(first!, 'succeeded');
    expect(stubbed.runs()).toHaveLength(3);
  });

  test('a turn that was denied a tool has succeeded, and its activity says with a warning what it was denied', async () => {
    stubbed = await StubbedRoom.open();
    stubbed.plan({ do: { denied: 'Bash,Write,Bash' } });
    const row = await room().event(await room().session(15));
    await room().untilState(row, 'succeeded');
    expect(await room().row(row.id)).toMatchObject({ outcome: 'completed', deniedPermissions: 3 });
    const told = await room().run((tx) => tx.many(ActivityEntity, { dispatchId: row.id, name: 'dispatch.succeeded' }));
    expect(told).toMatchObject([{ level: 'warn', reason: 'permissions-denied' }]);
    expect(told[0]!.error).toContain('3 tool uses were denied (Bash, Write)');
  });

  test('a turn costs what it adds to its conversation; another conversation begins without a count', async () => {
    stubbed = await StubbedRoom.open();
    stubbed.plan(...[0.25, 0.75, 4, 4.5].map((cost) => ({ times: 1, do: { cost, version: '2.1.300' } })));
    const session = await room().session(15, null);
    const costs: (number | null)[] = [];
    const next = async (kind: 'spawn' | 'resume') => {
      const row = await room().event(session, { kind });
      await room().untilState(row, 'succeeded');
      costs.push((await room().row(row.id)).costUsd);
    };
    await next('spawn');
    await next('resume');
    const wanted = { workItem: session.workItem, harness: 'claude', cwd: room().tree, force: true };
    await room().service.registerSession({ ...wanted, harnessSessionId: '3f0c1c56-8a55-4d4c-9d8e-5f2f3a6b7c11' });
    await next('resume');
    await next('resume');
    expect(costs).toEqual([0.25, 0.5, null, 0.5]);
  });

  test('a turn over its time is ended with all its processes, and the lane goes on', async () => {
    stubbed = await StubbedRoom.open((config) => void (config.webhooks.ghWebhook.routing.dispatchTimeoutSeconds = 2));
    stubbed.plan({ times: 1, do: { hang: true, child: 'setsid' } });
    const session = await room().session(15);
    const [first, second] = await room().events([session, session]);
    const child = await until(() => stubbed.runs('child')[0]);
    await room().untilState(second!, 'succeeded');
    expect(await room().row(first!.id)).toMatchObject({
      state: 'failed',
      outcome: 'timed-out',
      endIntent: 'timed-out',
    });
    expect(isAlive(child.child)).toBe(false);
  });

  test('a cancelled turn is ended with all its processes', async () => {
    stubbed = await StubbedRoom.open();
    stubbed.plan({ do: { hang: true, child: 'deaf', 'ignore-term': true } });
    const row = await room().event(await room().session(15));
    const child = await until(() => stubbed.runs('child')[0]);
    expect(await room().service.cancel(row.id)).toMatchObject({
      state: 'failed',
      outcome: 'killed',
      endIntent: 'cancelled',
    });
    expect([child.child, child.pid].map(isAlive)).toEqual([false, false]);
  });

  test('a rate limit holds its row until the time given, and nobody else', async () => {
    stubbed = await StubbedRoom.open();
    stubbed.plan({ times: 1, do: { limit: true } });
    const row = await room().event(await room().session(15));
    await room().untilState(row, 'held');
    const held = await room().row(row.id);
    expect(held).toMatchObject({ outcome: 'rate-limited', attempts: 0 });
    expect(held.heldUntil).toBeGreaterThan(Date.now());
    await room().untilState(await room().event(await room().session(16)), 'succeeded');
  });

  test('a conversation the harness has lost makes its session stale, and its events wait', async () => {
    stubbed = await StubbedRoom.open();
    stubbed.plan({ do: { gone: true } });
    const session = await room().session(15);
    await room().events([session, session]);
    await room().until(async () => (await room().status(session)) === 'stale');
    await room().settled(session);
    expect(await room().states(session)).toEqual(['held', 'held']);
    expect(stubbed.runs()).toHaveLength(1);
  });

  test('a conversation that Cursor has removed is not answered in a blank one: its session is stale before a turn begins', async () => {
    stubbed = await StubbedRoom.open((config) => {
      config.harnesses.cursor.binary = join(STUBS, 'stub-cursor.mjs');
      config.harnesses.cursor.environment = ['STUB_RECORD', 'STUB_PLAN'];
    });
    const home = process.env.HOME;
    process.env.HOME = room().folder;
    try {
      const [known, lost] = [
        await room().session(15, 'chat-15', 'cursor'),
        await room().session(16, 'chat-16', 'cursor'),
      ];
      mkdirSync(join(room().folder, '.cursor/chats/6a4ed208', 'chat-15'), { recursive: true });
      await room().untilState(await room().event(known), 'succeeded');
      const row = await room().event(lost);
      await room().untilState(row, 'held');
      expect(await room().row(row.id)).toMatchObject({ outcome: 'session-gone', attempts: 0 });
      expect(await room().status(lost)).toBe('stale');
      expect(stubbed.runs()).toHaveLength(1);
    } finally {
      process.env.HOME = home;
    }
  });

  test('a missing program holds the rows of its harness with a sentence, and uses up nothing', async () => {
    stubbed = await StubbedRoom.open((config) => void (config.harnesses.claude.binary = 'no-such-harness'));
    const rows = await room().events([await room().session(15), await room().session(16)]);
    for (const row of rows) await room().untilState(row, 'held');
    const [one] = await room().rows();
    expect(one).toMatchObject({ outcome: 'not-installed', attempts: 0, starts: 0 });
    expect(one!.detail).toContain('no-such-harness');
    expect(one!.heldUntil).toBeGreaterThan(Date.now());
  });

  test('a directory that has become another tree holds the row, and names both; registered again, it runs there', async () => {
    stubbed = await StubbedRoom.open();
    const { tree, service } = room();
    const git = (...words: string[]) => execFileSync('git', words, { cwd: tree, stdio: 'ignore' });
    git('init');
    git('remote', 'add', 'origin', 'https://github.com/octo-org/octo-repo.git');
    const conversation = '3f0c1c56-8a55-4d4c-9d8e-5f2f3a6b7c11';
    const registration = {
      workItem: 'github:octo-org/octo-repo#15',
      harness: 'claude',
      harnessSessionId: conversation,
    };
    const session = await service.registerSession({ ...registration, cwd: tree });
    git('remote', 'set-url', 'origin', 'https://github.com/octo-org/other.git');
    const row = await room().event(session);
    await room().untilState(row, 'held');
    const { outcome, detail, heldUntil, attempts } = await room().row(row.id);
    expect({ outcome, heldUntil, attempts }).toEqual({ outcome: 'directory-gone', heldUntil: null, attempts: 0 });
    expect(detail).toContain('was a tree of octo-org/octo-repo and now has octo-org/other');
    expect(stubbed.runs()).toEqual([]);
    await service.registerSession({ ...registration, cwd: tree, force: true });
    await room().untilState(row, 'succeeded');
  });

  test('a new conversation about a repository does not begin in the tree of another one', async () => {
    stubbed = await StubbedRoom.open();
    const { tree } = room();
    execFileSync('git', ['init'], { cwd: tree, stdio: 'ignore' });
    execFileSync('git', ['remote', 'add', 'origin', 'https://github.com/octo-org/other.git'], { cwd: tree });
    const row = await room().event(await room().session(15, null), { kind: 'spawn', reason: 'label' });
    await room().untilState(row, 'held');
    expect(await room().row(row.id)).toMatchObject({ outcome: 'wrong-repository', heldUntil: null });
    expect(stubbed.runs()).toEqual([]);
  });

  test('a missing directory holds the row for its owner; released, it runs', async () => {
    stubbed = await StubbedRoom.open();
    const { tree } = room();
    const session = await room().session(15);
    await room().run((tx) => tx.execute('UPDATE session SET cwd = ? WHERE id = ?', join(tree, 'nowhere'), session.id));
    const row = await room().event(session);
    await room().untilState(row, 'held');
    expect(await room().row(row.id)).toMatchObject({ outcome: 'directory-gone', heldUntil: null });
    await room().run((tx) => tx.execute('UPDATE session SET cwd = ? WHERE id = ?', tree, session.id));
    await room().service.release(session.workItem);
    await room().untilState(row, 'succeeded');
  });
});
