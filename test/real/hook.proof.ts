import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { hookCommand } from '../../src/config/hook-command.js';
import type { Proof } from './proof.js';
import { itemOf, type RealWorld } from './real.world.js';

/** A conversation that a person begins is registered by the hook of its start, and woken by the next event. */
export const SESSION_START_HOOK: Proof = {
  claim: 'the SessionStart hook registers a conversation, and the next event resumes it',
  async show(world) {
    match(await world.cli('hooks', 'install', world.harness), /^Added the hooks/);
    const issue = world.newIssue();
    const conversation = randomUUID();
    const person = { THE_LOOP_WORK_ITEM: itemOf(issue) };
    await world.runProgram(['-p', '--session-id', conversation], 'A person begins.', person);
    const { status, harnessSessionId, cwd } = await world.session(issue);
    deepEqual({ status, harnessSessionId, cwd }, { status: 'active', harnessSessionId: conversation, cwd: world.tree });

    const deliveryId = await world.comment(issue);
    const dispatch = await world.succeeded(deliveryId);
    equal(dispatch.kind, 'resume');
    const [request] = world.stub.naming(deliveryId);
    equal(request?.prompts.length, 2);
    match(request.prompts[0]!, /A person begins\./);
    // The hooks of our own turn have said nothing, and the end of a process has closed nothing.
    equal((await world.session(issue)).status, 'active');
    equal((await world.activity(issue)).filter(({ name }) => name === 'session.registered').length, 1);
    return 'registered once, by the person; our own turn reported nothing';
  },
};

/** The hook a turn of ours is given inline: no file of the user is touched for it. */
export const PULL_REQUEST_HOOK: Proof = {
  claim: 'a pull request that a turn opens is linked to its session',
  async show(world) {
    const issue = world.newIssue();
    const address = `https://github.com/octo-org/octo-repo/pull/${1_000 + issue}`;
    const command = `echo "as gh pr create does it:"; echo ${address}`;
    const tool = { name: 'Bash', input: { command, description: 'Open the pull request' } };
    const dispatch = await world.succeeded(await world.planned(issue, { tool }));
    equal(dispatch.deniedPermissions, 0);
    const { session } = await world.owner.ask(LINKS, { item: itemOf(issue) });
    deepEqual(session.pullRequests, [{ ref: itemOf(1_000 + issue), source: 'hook' }]);
    return `linked ${address}`;
  },
};

/** What waits because a person has the conversation open goes to it when its turn ends, and is delivered once. */
export const HAND_OVER_HOOK: Proof = {
  claim: 'the Stop hook hands over what waits for an open conversation',
  async show(world) {
    const issue = world.newIssue();
    await world.succeeded(await world.comment(issue));
    const { harnessSessionId } = await world.session(issue);
    const kept = world.stub.keep('A person asks');
    const words = ['-p', '--resume', harnessSessionId, '--settings', JSON.stringify(attended(world))];
    const left = world.runProgram(words, 'A person asks');
    await world.stub.asked('A person asks');
    const deliveryId = await world.comment(issue, 'Look at @/etc/hostname, too.');
    const held = await world.reached(deliveryId, 'held', 'succeeded', 'failed');
    deepEqual([held.state, held.outcome], ['held', 'open-elsewhere']);
    kept.release();
    await left;
    const dispatch = await world.succeeded(deliveryId);
    deepEqual([dispatch.outcome, dispatch.attempts], ['handed-over', 1]);
    // What a hook says reaches the model as a reminder, and nothing in it is attached as a file.
    const asked = world.stub.requests.filter(({ body }) => body.includes(deliveryId));
    equal(asked.length, 1);
    match(asked[0]!.body, /A person asks.*From the-loop: while a person has this conversation open/);
    doesNotMatch(asked[0]!.body, /@\/etc\/hostname/);
    return 'asked the model once, in the conversation of the person';
  },
};

const LINKS = 'query ($item: String!) { session(workItem: $item) { pullRequests { ref source } } }';

/** A run with -p has nobody in front of it and is handed nothing; here it stands for a terminal. */
function attended({ paths }: RealWorld): object {
  const main = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
  const command = `CLAUDE_CODE_ENTRYPOINT=cli ${hookCommand({ words: [process.execPath, main], state: paths.root }, 'claude', 'Stop')}`;
  return { hooks: { Stop: [{ hooks: [{ type: 'command', command, timeout: 5 }] }] } };
}
