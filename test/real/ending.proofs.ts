import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Proof } from './proof.js';

/** A turn that comes to something else than plain success is named for what it is. */
export const ENDING_PROOFS: readonly Proof[] = [
  {
    claim: 'a rate limit (429) lets the session wait',
    async show(world) {
      const held = await world.settled(await world.planned(world.newIssue(), { status: 429 }));
      deepEqual([held.state, held.outcome], ['held', 'rate-limited']);
      ok(Date.parse(held.heldUntil) > Date.now());
      return held.detail;
    },
  },
  {
    claim: 'a server error (500) fails the turn, and the next one runs',
    async show(world) {
      const issue = world.newIssue();
      const failed = await world.settled(await world.planned(issue, { status: 500 }));
      deepEqual([failed.state, failed.outcome], ['failed', 'agent-error']);
      await world.succeeded(await world.comment(issue));
      return failed.detail;
    },
  },
  {
    claim: 'a conversation that was removed from disk is session-gone, and its events wait',
    async show(world) {
      const issue = world.newIssue();
      await world.succeeded(await world.comment(issue));
      const { harnessSessionId } = await world.session(issue);
      removeTranscript(world.home, harnessSessionId);
      const deliveryId = await world.comment(issue);
      const held = await world.settled(deliveryId);
      deepEqual([held.state, held.outcome], ['held', 'session-gone']);
      equal((await world.session(issue)).status, 'stale');
      equal(world.stub.naming(deliveryId).length, 0, 'no model was to hear of it');
      return held.detail;
    },
  },
  {
    claim: 'a conversation that is open elsewhere is left alone until it is closed',
    async show(world) {
      const issue = world.newIssue();
      await world.succeeded(await world.comment(issue));
      const { harnessSessionId } = await world.session(issue);
      const kept = world.stub.keep('A person types');
      const words =
        world.harness === 'claude' ? ['-p', '--resume', harnessSessionId] : ['exec', 'resume', harnessSessionId, '-'];
      const left = world.runProgram(words, 'A person types');
      await world.stub.asked('A person types');
      const deliveryId = await world.comment(issue);
      const held = await world.reached(deliveryId, 'held', 'succeeded', 'failed');
      kept.release();
      await left;
      deepEqual([held.state, held.outcome], ['held', 'open-elsewhere']);
      // It is looked at again by itself.
      await world.reached(deliveryId, 'succeeded');
      equal(world.stub.naming(deliveryId)[0]?.prompts.length, 3);
      return `${held.detail}; then the turn came, behind what the person had typed`;
    },
  },
  {
    claim: 'kill -9 of the server in the middle of a turn costs nothing and repeats nothing',
    async show(world) {
      const issue = world.newIssue();
      await world.succeeded(await world.comment(issue));
      const turn = await world.halfway(issue);
      const next = await world.comment(issue, 'This one waits.');
      await world.crash();
      await world.start();
      await world.reached(turn.deliveryId, 'running');
      turn.release();
      const dispatch = await world.succeeded(turn.deliveryId);
      await world.succeeded(next);
      equal(dispatch.attempts, 1);
      equal(world.stub.naming(turn.deliveryId).length, 1);
      equal(world.stub.naming(next)[0]?.prompts.length, 3);
      return 'adopted by the next start; one turn, one request, and the lane goes on';
    },
  },
];

/** Both run their tools in sessions and groups of their own, where the end of a group does not reach. */
export const CANCELLED: Proof = {
  claim: 'a cancelled turn is ended with the tool it runs',
  async show(world) {
    const file = join(world.tree, 'endless');
    writeFileSync(file, '');
    const command = `tail -f ${file}`;
    const tool =
      world.harness === 'claude'
        ? { name: 'Bash', input: { command, description: 'Wait' } }
        : { name: 'exec_command', input: { cmd: command } };
    const deliveryId = await world.planned(world.newIssue(), { tool });
    const { id } = await world.reached(deliveryId, 'running');
    while ((await running(command)).length === 0) await sleep(100);
    const begun = performance.now();
    await world.owner.ask('mutation ($id: ID!) { cancelDispatch(id: $id) { state } }', { id });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const dispatch = await world.settled(deliveryId);
    deepEqual([dispatch.state, dispatch.outcome], ['failed', 'killed']);
    deepEqual(await running(command), [], 'the tool still runs');
    return `gone ${seconds} s after the word, tool and all`;
  },
};

/** A harness that is not logged in concerns every session of it, so this comes last. */
export const NOT_LOGGED_IN: Proof = {
  claim: 'a refused key (401) is not-logged-in, and every session of the harness waits',
  async show(world) {
    const held = await world.settled(await world.planned(world.newIssue(), { status: 401 }));
    deepEqual([held.state, held.outcome], ['held', 'not-logged-in']);
    const other = await world.comment(world.newIssue());
    const waiting = await world.reached(other, 'held');
    equal(waiting.outcome, 'not-logged-in');
    return held.detail;
  },
};

/** Claude alone reports what it was not allowed to do; Codex asks nobody in `exec`. */
export const DENIED: Proof = {
  claim: 'a tool that was denied is reported',
  async show(world) {
    const tool = { name: 'Bash', input: { command: 'touch denied', description: 'Make a file' } };
    const issue = world.newIssue();
    const dispatch = await world.succeeded(await world.planned(issue, { tool }));
    equal(dispatch.deniedPermissions, 1);
    ok(!existsSync(join(world.tree, 'denied')));
    const told = (await world.activity(issue)).find(({ name }) => name === 'dispatch.succeeded');
    deepEqual([told.level, told.reason], ['warn', 'permissions-denied']);
    match(told.error, /Bash/);
    return told.error;
  },
};

/** Processes with exactly this command line. */
async function running(command: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'command=']);
  return stdout.split('\n').filter((line) => line.trim() === command);
}

function removeTranscript(home: string, conversation: string): void {
  const files = ['.claude/projects', '.codex/sessions']
    .map((folder) => join(home, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((name) => name.includes(conversation));
  ok(files.length > 0, `nothing on disk names the conversation ${conversation}`);
  for (const file of files) rmSync(file, { recursive: true, force: true });
}
