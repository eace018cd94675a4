import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issue, issueComment, issueEvent } from '../support/payloads.js';
import { CliProcess } from './cli.process.js';

const ITEM = 'github:octo-org/octo-repo#12';

/** `the-loop explain` as a process, against a running server with one session. */
describe('explain', () => {
  let cli: CliProcess;

  beforeAll(async () => {
    cli = new CliProcess();
    const folder = join(cli.cwd, '.the-loop');
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, 'webhook.secret'), 'a secret of sufficient length for this', { mode: 0o600 });
    const routing = { enabled: true, spawnOnUnmatched: 'labeled' };
    const config = {
      webhooks: { ghWebhook: { secretFile: '.the-loop/webhook.secret', routing } },
      harnesses: { claude: { binary: '/nonexistent/claude' } },
      control: { port: 0 },
      state: { drainSeconds: 0 },
    };
    writeFileSync(join(folder, 'config.yaml'), JSON.stringify(config));
    await cli.serve();
    const conversation = '3f0c1c56-8a55-4d4c-9d8e-5f2f3a6b7c11';
    await cli.run(
      'sessions',
      'register',
      '--work-item',
      ITEM,
      '--harness',
      'claude',
      '--harness-session-id',
      conversation,
      '--no-check',
    );
  });
  afterAll(() => cli.clear());

  const explain = async (input: string | undefined, ...words: string[]) => {
    const { code, stdout, stderr } = await cli.spawned(['explain', ...words], {}, input).ended;
    return { code, stderr, lines: stdout.split('\n').slice(0, -1) };
  };
  const records = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const fileOf = (payload: unknown): string => {
    const file = join(cli.cwd, 'payload.json');
    writeFileSync(file, JSON.stringify(payload, null, 2));
    return file;
  };

  test('a payload file is one line of JSON: items, evidence, decision and reason', async () => {
    const { code, lines } = await explain(
      undefined,
      '--event',
      'issue_comment',
      fileOf(issueComment(12)),
      '--format',
      'json',
    );
    expect(code).toBe(0);
    expect(records(lines)).toMatchObject([
      {
        refs: [ITEM],
        mentions: [{ ref: ITEM, evidence: 'subject', field: 'issue.number' }],
        decision: 'resume',
        reason: 'matched',
        because: expect.stringContaining(ITEM) as string,
      },
    ]);
  });

  test('in an empty world there is no session to wake', async () => {
    const { lines } = await explain(
      undefined,
      '--empty',
      '--event',
      'issue_comment',
      fileOf(issueComment(12)),
      '--format',
      'json',
    );
    expect(records(lines)).toMatchObject([{ refs: [ITEM], decision: 'ignore', reason: 'label-missing' }]);
  });

  test('people read the same in words', async () => {
    const { lines } = await explain(undefined, '--event', 'issue_comment', fileOf(issueComment(12)));
    expect(lines[0]).toMatch(/outcome +accepted \(matched\)/);
    expect(lines.join('\n')).toMatch(/names +github:octo-org\/octo-repo#12 \(subject, issue\.number\)/);
  });

  test('six hundred lines go through one process: one line out per line in, in their order, also for broken ones', async () => {
    const labels = [{ name: 'the-loop: auto-execute' }];
    const kinds = [
      (n: number) => ({ event: 'issue_comment', payload: issueComment(12, `comment ${n}`) }),
      (n: number) => ({
        event: 'issues',
        payload: issueEvent('opened', n + 100, { issue: issue(n + 100, { labels }) }),
      }),
      () => '{"event":"issues","payload":{',
      (n: number) => ({ event: 'issues', payload: issueEvent('closed', n + 100) }),
      () => '',
      () => ({ event: 'ping', payload: { zen: 'Keep it logically awesome.' } }),
    ];
    const given = Array.from({ length: 600 }, (_, n) => kinds[n % kinds.length]!(n));
    const input = given.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
    const { code, lines } = await explain(`${input}\n`, '--format', 'json');
    expect(code).toBe(0);
    const answers = records(lines);
    expect(answers).toHaveLength(600);
    const expected = ['matched', 'label', 'invalid-json', 'close-unmatched', 'invalid-json', 'ping'];
    expect(answers.map(({ reason }) => reason)).toEqual(given.map((_, n) => expected[n % expected.length]));
    expect(answers[1]).toMatchObject({ refs: ['github:octo-org/octo-repo#101'], decision: 'spawn' });
    expect(answers[595]).toMatchObject({ refs: ['github:octo-org/octo-repo#695'], decision: 'spawn' });
    for (const answer of answers)
      expect(Object.keys(answer)).toEqual(expect.arrayContaining(['refs', 'mentions', 'decision', 'reason']));
  });

  test('the last line needs no end, and a table has one line per event, too', async () => {
    const input = JSON.stringify({ event: 'issue_comment', payload: issueComment(12, 'with a\nline\tof its own') });
    const { lines } = await explain(`nonsense\n${input}`);
    expect(lines).toEqual([
      'ignore\tinvalid-json\t\tThe line is not JSON',
      expect.stringMatching(/^resume\tmatched\tgithub:octo-org\/octo-repo#12\t\S.*$/),
    ]);
  });

  test('it stores nothing, wakes nobody and starts nothing', async () => {
    const labels = [{ name: 'the-loop: auto-execute' }];
    const opened = issueEvent('opened', 13, { issue: issue(13, { labels }) });
    const { lines } = await explain(`${JSON.stringify({ event: 'issues', payload: opened })}\n`, '--format', 'json');
    expect(records(lines)).toMatchObject([{ decision: 'spawn', reason: 'label' }]);
    const [deliveries, dispatches, sessions] = await Promise.all(
      ['deliveries', 'dispatches', 'sessions'].map((what) => cli.run(what, 'list', '--format', 'json')),
    );
    expect(JSON.parse(deliveries!.stdout)).toEqual([]);
    expect(JSON.parse(dispatches!.stdout)).toEqual([]);
    expect(JSON.parse(sessions!.stdout)).toHaveLength(1);
  });

  test('--event without its file is malformed', async () => {
    const { code, stderr } = await explain('', '--event', 'issues');
    expect(code).toBe(2);
    expect(stderr).toContain('FILE');
  });

  test('without a server there is no answer', async () => {
    const elsewhere = new CliProcess();
    const { code, stderr } = await elsewhere.spawned(['explain', '--format', 'json'], {}, '{}\n').ended;
    await elsewhere.clear();
    expect(code).toBe(1);
    expect(stderr).toContain('not running');
  });
});
