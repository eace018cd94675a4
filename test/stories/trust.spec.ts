import type { AppConfig } from '../../src/config/app-config.js';
import {
  account,
  checkSuite,
  comment,
  delivery,
  FORK,
  head,
  HERE,
  issue,
  labels,
  type Part,
  pullRequest,
  review,
} from '../routing/payloads.js';
import { StoryWorld, type Told } from '../support/story.world.js';

const GO = 'the-loop: auto-execute';
const ITEM = 'github:octo-org/octo-repo#15';
const MARKER = '<!-- the-loop:agent-comment -->';
const REFUSED = 'ignore unauthorized-actor';

/** Who may wake anybody at all; every sentence of the rule, through the real door. */
describe('trust', () => {
  let world: StoryWorld;
  afterEach(() => world.end());

  const begin = async (routing: Partial<AppConfig['webhooks']['ghWebhook']['routing']> = {}) => {
    world = await StoryWorld.begin(({ webhooks }) => void Object.assign(webhooks.ghWebhook.routing, routing));
    await world.register(ITEM);
  };
  const item = issue({ number: 15 });
  let comments = 0;
  /** A comment by somebody; each is one of its own. */
  const talk = (by: string | null, over: Part = {}, envelope: Part = {}, action = 'created'): Told => {
    const user = by === null ? null : account(by);
    const written = comment({ id: (comments += 1), user, ...over });
    return ['issue_comment', delivery(action, { issue: item, comment: written }, { sender: user, ...envelope })];
  };
  const answers = async (...told: readonly Told[]) => {
    const { answers, turns } = await world.tell(...told);
    expect(turns).toBe(answers.filter((answer) => answer.startsWith('resume') || answer.startsWith('spawn')).length);
    return answers;
  };

  test('with authorizedUsers only those logins, in any spelling; an empty list is nobody', async () => {
    await begin({ authorizedUsers: ['MonaLisa'] });
    expect(await answers(talk('monalisa'), talk('octocat'), talk('monalisa2'))).toEqual([
      'resume matched',
      REFUSED,
      REFUSED,
    ]);
    await world.end();
    await begin({ authorizedUsers: [] });
    expect(await answers(talk('octocat', { author_association: 'OWNER' }))).toEqual([REFUSED]);
  });

  test('without a list, on a public repository owners, members and collaborators; on a private one anyone', async () => {
    await begin();
    const by = (association: string, envelope: Part = {}) =>
      talk('hubot', { author_association: association }, envelope);
    expect(await answers(by('OWNER'), by('MEMBER'), by('COLLABORATOR'))).toEqual(
      Array<string>(3).fill('resume matched'),
    );
    expect(await answers(by('CONTRIBUTOR'), by('FIRST_TIMER'), by('NONE'))).toEqual(Array<string>(3).fill(REFUSED));
    expect(await answers(by('NONE', { repository: { ...HERE, private: true } }))).toEqual(['resume matched']);
  });

  test('whoever labels vouches for a stranger, except the stranger', async () => {
    await begin();
    const stranger = { number: 16, user: account('hubot'), author_association: 'NONE', labels: labels(GO) };
    const labeled = (sender: string): Told => [
      'issues',
      delivery('labeled', { issue: issue(stranger), label: { name: GO } }, { sender: account(sender) }),
    ];
    const opened = delivery('opened', { issue: issue(stranger) }, { sender: account('hubot') });
    expect(await answers(['issues', opened], labeled('hubot'), labeled('octocat'))).toEqual([
      REFUSED,
      REFUSED,
      'spawn label',
    ]);
  });

  test('author and sender are both judged', async () => {
    await begin({ authorizedUsers: ['octocat'] });
    const sentBy = (sender: string) => ({ sender: account(sender) });
    expect(
      await answers(
        talk('octocat', {}, sentBy('hubot')),
        talk('hubot', {}, sentBy('octocat')),
        talk('octocat', {}, sentBy('octocat')),
      ),
    ).toEqual([REFUSED, REFUSED, 'resume matched']);
    const dismissed = { pull_request: pullRequest({ body: 'Closes #15' }), review: review({ user: account('hubot') }) };
    expect(await answers(['pull_request_review', delivery('dismissed', dismissed)])).toEqual([REFUSED]);
  });

  test('a comment that somebody else edited is refused', async () => {
    await begin();
    expect(
      await answers(
        talk('octocat', {}, { sender: account('hubot') }, 'edited'),
        talk('octocat', {}, { sender: account('octocat') }, 'edited'),
      ),
    ).toEqual([REFUSED, 'resume matched']);
  });

  test('with a list, deleted accounts and missing actors never pass with what they say; CI and closes do', async () => {
    await begin({ authorizedUsers: ['octocat'] });
    expect(
      await answers(talk(null), talk(null, {}, { sender: account('octocat') }), talk('octocat', {}, { sender: null })),
    ).toEqual([REFUSED, REFUSED, REFUSED]);
    const red = checkSuite({ head_branch: 'issue-15-widget' });
    const over = issue({ number: 15, state: 'closed' });
    expect(
      await answers(
        ['check_suite', delivery('completed', { check_suite: red }, { sender: null })],
        ['issues', delivery('closed', { issue: over }, { sender: null })],
      ),
    ).toEqual(['resume matched', 'close issue-closed']);
  });

  test("a stranger's pull request that says it closes the item neither binds nor ends its session", async () => {
    await begin();
    const stranger = { user: account('hubot'), author_association: 'NONE', head: head('patch-1', FORK) };
    const pulls = (action: string, over: Part = {}): Told => [
      'pull_request',
      delivery(
        action,
        { pull_request: pullRequest({ ...stranger, body: 'Closes #15', ...over }) },
        { sender: account('hubot') },
      ),
    ];
    expect(await answers(pulls('opened'))).toEqual([REFUSED]);
    expect(await answers(pulls('closed', { state: 'closed' }))).toEqual(['ignore close-unmatched']);
    expect(await world.sessions()).toEqual(['#15 active']);

    // What a member says on it is about that pull request, not about the item it claims.
    const reviewed = { pull_request: pullRequest({ ...stranger, body: 'Closes #15' }), review: review() };
    expect(await answers(['pull_request_review', delivery('submitted', reviewed)])).toEqual(['ignore label-missing']);
    // A member's fork is another matter.
    const member = { ...stranger, number: 45, user: account('octocat'), author_association: 'MEMBER' };
    await world.tell(pulls('opened', member));
    expect(await world.sessions()).toEqual(['#15 active (#45 open)']);
  });

  test('a bot is known by the type of its account, not by the spelling of its login', async () => {
    await begin({ ignoreBots: true });
    const by = (login: string, type: string) =>
      talk(login, { user: account(login, type) }, { sender: account(login, type) });
    expect(await answers(by('Copilot', 'Bot'), by('octo-helper[bot]', 'Bot'), by('talbot', 'User'))).toEqual([
      'ignore bot-sender',
      'ignore bot-sender',
      'resume matched',
    ]);
  });

  test('the marker counts on a line of its own, outside quotes and code', async () => {
    await begin();
    const says = (body: string) => talk('octocat', { body });
    expect(
      await answers(
        says(`Done.\n\n${MARKER}\n`),
        says(`Done.\r\n  ${MARKER}  \r\n`),
        says(`> Done.\n> ${MARKER}\n\nNot quite.`),
        says(`\`\`\`\n${MARKER}\n\`\`\``),
        says(`They write ${MARKER}`),
      ),
    ).toEqual(['ignore self-authored', 'ignore self-authored', ...Array<string>(3).fill('resume matched')]);
  });

  test('own logins wake nobody, their CI does', async () => {
    await begin({ selfLogins: ['octo-agent'] });
    const red = checkSuite({ head_branch: 'issue-15-widget' });
    expect(
      await answers(
        talk('Octo-Agent'),
        ['issues', delivery('edited', { issue: item }, { sender: account('octo-agent') })],
        ['check_suite', delivery('completed', { check_suite: red }, { sender: account('octo-agent') })],
      ),
    ).toEqual(['ignore self-authored', 'ignore self-authored', 'resume matched']);
  });

  test('too many turns within an hour park the session for a person, and it says so', async () => {
    await begin({ maxTurnsPerHour: 2 });
    const { turns } = await world.tell(talk('octocat'), talk('octocat'), talk('octocat'), talk('octocat'));
    expect(turns).toBe(2);
    expect(await world.session(ITEM)).toMatchObject({ status: 'parked', statusReason: 'needs-human' });
    expect((await world.rows()).at(-1)!.detail).toContain('2 turns within an hour (routing.maxTurnsPerHour)');
  });

  test('too many turns for CI of one commit park the session for a person, and it says so', async () => {
    await begin();
    const red = (id: number): Told => [
      'check_suite',
      delivery('completed', { check_suite: checkSuite({ id, head_branch: 'issue-15-widget' }) }),
    ];
    const { turns } = await world.tell(...[1, 2, 3, 4, 5, 6, 7].map((id) => red(900 + id)));
    expect(turns).toBe(5);
    expect(await world.session(ITEM)).toMatchObject({ status: 'parked', statusReason: 'needs-human' });
    expect((await world.rows()).at(-1)!.detail).toContain('(routing.maxTurnsPerHead)');
  });
});
