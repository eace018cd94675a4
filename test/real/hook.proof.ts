import { deepEqual, equal, match } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Proof } from './proof.js';
import { itemOf } from './real.world.js';

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
