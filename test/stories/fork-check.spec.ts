import { delivery, FORK, head, pullRequest, SHA, workflowRun } from '../routing/payloads.js';
import { StoryWorld } from '../support/story.world.js';

const ANOTHER_FORK = { id: 99, full_name: 'hubot/octo-repo' };
const NEXT_SHA = 'b9a58b697d0140bb1c7e7e25d21b2e24d084638e';

/** Checks of a fork name no pull request and a branch that says nothing here. */
describe("a fork's check", () => {
  let world: StoryWorld;
  beforeEach(async () => (world = await StoryWorld.begin()));
  afterEach(() => world.end());

  const pulls = (action: string, sha: string, over = {}) => {
    const from = { ...head('issue-13', FORK), sha };
    return ['pull_request', delivery(action, { pull_request: pullRequest({ head: from, ...over }) })] as const;
  };
  const run = (over = {}) => {
    const failed = { head_branch: 'issue-13', head_repository: FORK, pull_requests: [], ...over };
    return ['workflow_run', delivery('completed', { workflow_run: workflowRun(failed) })] as const;
  };

  test('finds its session by the commit its pull request was seen with', async () => {
    await world.register('github:octo-org/octo-repo#12');
    await world.register('github:octo-org/octo-repo#13');
    expect(await world.tell(run())).toMatchObject({ answers: ['ignore no-work-item'], turns: 0 });

    await world.tell(pulls('opened', SHA, { body: 'Closes #12' }));
    expect(await world.sessions()).toEqual(['#12 active (#44 open)', '#13 active']);
    expect(await world.tell(run({ id: 502, check_suite_id: 901 }))).toMatchObject({
      answers: ['resume binding'],
      turns: 1,
    });
    expect((await world.rows()).at(-1)).toMatchObject({
      sessionId: (await world.session('github:octo-org/octo-repo#12')).id,
    });
    expect(world.prompts.at(-1)).toContain('github:octo-org/octo-repo#12');

    // The same commit in somebody else's fork is not this pull request's.
    const elsewhere = run({ id: 503, check_suite_id: 902, head_repository: ANOTHER_FORK });
    expect(await world.tell(elsewhere)).toMatchObject({ answers: ['ignore no-work-item'], turns: 0 });

    await world.tell(pulls('synchronize', NEXT_SHA));
    const next = run({ id: 504, check_suite_id: 903, head_sha: NEXT_SHA });
    expect(await world.tell(next)).toMatchObject({ answers: ['resume binding'], turns: 1 });
  });

  test('reaches the session of the pull request itself', async () => {
    await world.register('github:octo-org/octo-repo#44');
    await world.tell(pulls('opened', SHA));
    expect(await world.tell(run())).toMatchObject({ answers: ['resume matched'], turns: 1, sessions: ['#44 active'] });
  });

  test("of a stranger's pull request starts nothing and reaches nobody else", async () => {
    await world.register('github:octo-org/octo-repo#12');
    const stranger = { body: 'Closes #12', author_association: 'NONE' };
    expect(await world.tell(pulls('opened', SHA, stranger))).toMatchObject({ answers: ['ignore unauthorized-actor'] });
    expect(await world.tell(run())).toMatchObject({ answers: ['ignore unauthorized-actor'], turns: 0 });
    expect(await world.sessions()).toEqual(['#12 active']);
  });
});
