import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppConfig } from '../../src/config/app-config.js';
import { issueComment } from '../support/payloads.js';
import { StoryWorld } from '../support/story.world.js';

const CONVERSATION = '0b6f2f5e-7d0d-4c55-9d19-2f1a0a8b7c11';
const item = (number: number) => `github:octo-org/octo-repo#${number}`;

/** What the product is for, over real HTTP with real signatures, real processes and a stub in the harness's place. */
describe('a comment', () => {
  let world: StoryWorld;
  const begin = async (
    spawnOnUnmatched: AppConfig['webhooks']['ghWebhook']['routing']['spawnOnUnmatched'] = 'never',
  ) => {
    world = await StoryWorld.begin((config) => (config.webhooks.ghWebhook.routing.spawnOnUnmatched = spawnOnUnmatched));
  };
  afterEach(() => world.end());

  test('resumes the idle session of its issue: argv, directory, stdin and the record of the delivery', async () => {
    await begin();
    const tree = realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-tree-')));
    await world.register(item(12), CONVERSATION, tree);
    await world.tell(['issue_comment', issueComment(12, 'Have a look at the footer.'), 'd-1']);
    const [turn] = world.turns;
    expect(turn!.argv.slice(0, 3)).toEqual(['-p', '--resume', CONVERSATION]);
    expect(turn!.argv.join(' ')).not.toContain('footer');
    expect(turn!.cwd).toBe(tree);
    expect(turn!.stdin).toContain('Have a look at the footer.');
    expect(await world.delivery('d-1')).toMatchObject({ outcome: 'accepted', reason: 'matched' });
    expect(await world.rows()).toMatchObject([{ deliveryId: 'd-1', state: 'succeeded', outcome: 'completed' }]);
    rmSync(tree, { recursive: true });
  });

  test('that names no work item wakes nobody', async () => {
    await begin();
    await world.register(item(12));
    const nameless = issueComment(12, 'Hello?', { repository: undefined });
    expect(await world.tell(['issue_comment', nameless])).toMatchObject({ answers: ['ignore no-work-item'], turns: 0 });
  });

  test('on an issue without a session starts nothing under never', async () => {
    await begin();
    expect(await world.tell(['issue_comment', issueComment(12)])).toEqual({
      answers: ['ignore policy-never'],
      turns: 0,
      sessions: [],
    });
  });

  test('on an issue without a session starts and registers one under always, without --resume', async () => {
    await begin('always');
    expect(await world.tell(['issue_comment', issueComment(12)])).toEqual({
      answers: ['spawn policy-always'],
      turns: 1,
      sessions: ['#12 active'],
    });
    expect(world.turns[0]).toMatchObject({ kind: 'spawn' });
    expect(world.turns[0]!.argv).not.toContain('--resume');
  });

  test('for a busy session is answered at once and waits until the turn before it has ended', async () => {
    await begin();
    await world.register(item(12));
    world.plan({ match: 'The first.', do: { hold: world.gate } });
    await world.post(['issue_comment', issueComment(12, 'The first.'), 'd-1']);
    await world.begun(1);
    expect(await world.post(['issue_comment', issueComment(12, 'The second.'), 'd-2'])).toBe('resume matched');
    expect((await world.rows()).map(({ state }) => state)).toEqual(['running', 'queued']);
    world.openGate();
    await world.quiet();
    expect(world.prompts.map((prompt) => /The (first|second)\./.exec(prompt)![1])).toEqual(['first', 'second']);
    const [first, second] = await world.rows();
    expect(second!.startedAt).toBeGreaterThanOrEqual(first!.endedAt!);
  });

  test('for another issue does not wait: two sessions overlap in time', async () => {
    await begin();
    await world.register(item(12));
    await world.register(item(13));
    world.plan({ do: { hold: world.gate } });
    await world.post(['issue_comment', issueComment(12)]);
    await world.post(['issue_comment', issueComment(13)]);
    await world.begun(2);
    expect((await world.rows()).map(({ state }) => state)).toEqual(['running', 'running']);
    world.openGate();
    await world.quiet();
  });

  test('among five for each of eight sessions: never more than four at once, never fewer while there is work, in order', async () => {
    await begin();
    const gates = mkdtempSync(join(tmpdir(), 'the-loop-gates-'));
    const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
    const texts = [1, 2, 3, 4, 5].flatMap((round) =>
      numbers.map((number) => ({ number, text: `event ${round} of ${number}.` })),
    );
    world.plan(...texts.map(({ text }) => ({ match: text, do: { hold: join(gates, text.replaceAll(' ', '-')) } })));
    for (const number of numbers) await world.register(item(number));
    for (const { number, text } of texts) await world.post(['issue_comment', issueComment(number, text)]);

    const textOf = (prompt: string) => /event \d of \d\./.exec(prompt)![0];
    for (let over = 0; over < texts.length; over += 1) {
      // A turn ends only when its gate is opened, so whoever has started and was not let go is running now.
      const { stdin } = await world.begun(Math.min(over + 4, texts.length));
      expect(textOf(stdin)).toBeDefined();
      expect(world.turns.length - over).toBeLessThanOrEqual(4);
      writeFileSync(join(gates, textOf(world.prompts[over]!).replaceAll(' ', '-')), '');
    }
    await world.quiet();
    for (const number of numbers) {
      const own = world.prompts.map(textOf).filter((text) => text.endsWith(`of ${number}.`));
      expect(own).toEqual([1, 2, 3, 4, 5].map((round) => `event ${round} of ${number}.`));
    }
    rmSync(gates, { recursive: true });
  });

  test('whose turn fails is recorded with what the harness said; the next one runs, and a redelivery runs it again', async () => {
    await begin();
    await world.register(item(12));
    world.plan({ times: 1, do: { exit: 3, 'no-result': true, stderr: 'it fell over' } });
    await world.tell(
      ['issue_comment', issueComment(12, 'One.'), 'd-1'],
      ['issue_comment', issueComment(12, 'Two.'), 'd-2'],
    );
    const [first, second] = await world.rows();
    expect(first).toMatchObject({ deliveryId: 'd-1', state: 'failed', exitCode: 3 });
    expect(first!.stderrTail).toContain('it fell over');
    expect(second).toMatchObject({ deliveryId: 'd-2', state: 'succeeded' });
    expect(await world.tell(['issue_comment', issueComment(12, 'One.'), 'd-1'])).toMatchObject({ turns: 1 });
    expect((await world.rows()).map(({ state }) => state)).toEqual(['succeeded', 'succeeded']);
  });

  test('with a bad signature is a 401 and starts nothing', async () => {
    await begin('always');
    const { status } = await world.knock(issueComment(12), {
      event: 'issue_comment',
      secret: 'another secret altogether',
    });
    expect(status).toBe(401);
    expect([await world.rows(), await world.sessions(), world.turns]).toEqual([[], [], []]);
  });

  test('of an event that is not enabled is answered and left', async () => {
    await begin();
    await world.register(item(12));
    expect(await world.tell(['fork', { repository: issueComment(12).repository }])).toMatchObject({
      answers: ['ignore event-disabled'],
      turns: 0,
    });
  });

  test('delivered twice, and eight times at once, runs once', async () => {
    await begin();
    await world.register(item(12));
    const again = (id: string) => ['issue_comment', issueComment(12, `This is ${id}.`), id] as const;
    expect(await world.tell(again('d-1'), again('d-1'))).toMatchObject({ turns: 1 });
    const { answers, turns } = await world.tellAtOnce(...Array.from({ length: 8 }, () => again('d-2')));
    expect([turns, answers.filter((answer) => answer === 'resume matched')]).toEqual([1, ['resume matched']]);
    expect(await world.delivery('d-2')).toMatchObject({ receivedCount: 8 });
  });

  test('that still waits when the server stops runs after the next start, in order', async () => {
    await begin();
    await world.register(item(12));
    world.plan({ match: 'Number 1.', do: { hold: world.gate } });
    for (const n of [1, 2, 3]) await world.post(['issue_comment', issueComment(12, `Number ${n}.`)]);
    await world.begun(1);
    await world.restart();
    expect(world.turns).toHaveLength(1);
    world.openGate();
    await world.quiet();
    expect(world.prompts.map((prompt) => /Number (\d)\./.exec(prompt)![1])).toEqual(['1', '2', '3']);
  });
});
