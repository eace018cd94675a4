import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Json } from '../support/control.client.js';
import type { Proof } from './proof.js';

/** A conversation that is resumed remembers, hears in order, and is counted turn by turn. */
export const CONVERSATION_PROOFS: readonly Proof[] = [
  {
    claim: 'spawn and resume keep one conversation',
    async show(world) {
      const issue = world.newIssue();
      const first = await world.comment(issue, 'The first word.');
      const spawned = await world.succeeded(first);
      const second = await world.comment(issue, 'The second word.');
      const resumed = await world.succeeded(second);
      deepEqual([spawned.kind, resumed.kind], ['spawn', 'resume']);
      const [request] = world.stub.naming(second);
      equal(request?.prompts.length, 2);
      ok(request.prompts[0]!.includes(first) && request.prompts[0]!.includes('The first word.'));
      ok(request.prompts[1]!.includes(second) && request.prompts[1]!.includes('The second word.'));
      return 'the second request holds both prompts';
    },
  },
  {
    claim: 'ten queued events arrive in order',
    async show(world) {
      const issue = world.newIssue();
      const first = await world.halfway(issue);
      const ids: string[] = [];
      for (let number = 1; number <= 10; number += 1) ids.push(await world.comment(issue, `Event ${number}.`));
      equal((await world.session(issue)).queueLength, 10);
      first.release();
      for (const id of ids) await world.succeeded(id);
      const heard = world.stub.requests.filter(({ last }) => ids.some((id) => last.includes(id)));
      deepEqual(
        heard.map(({ last }) => ids.findIndex((id) => last.includes(id))),
        ids.map((_, at) => at),
      );
      deepEqual(
        heard.map(({ prompts }) => prompts.length),
        ids.map((_, at) => at + 2),
      );
      return 'ten requests, each with everything before it';
    },
  },
  {
    claim: 'tokens and cost of a turn are its own',
    async show(world) {
      const issue = world.newIssue();
      const first = await world.succeeded(await world.planned(issue, spending(1)));
      const second = await world.succeeded(await world.planned(issue, spending(3)));
      deepEqual(tokensOf(first), [1_000, 10]);
      deepEqual(tokensOf(second), [3_000, 30]);
      if (world.harness !== 'claude')
        return 'two turns, each with its own tokens, though the program counts the thread';

      world.stub.plan('A person spends', spending(50));
      const { harnessSessionId } = await world.session(issue);
      await world.runProgram(['-p', '--resume', harnessSessionId], 'A person spends');
      const third = await world.succeeded(await world.planned(issue, spending(2)));
      const costs = [first, second, third].map(({ costUsd }) => costUsd / first.costUsd);
      deepEqual(
        costs.map((cost) => cost.toFixed(6)),
        ['1.000000', '3.000000', '2.000000'],
      );
      const { cost } = await world.session(issue);
      equal((cost.usd / first.costUsd).toFixed(6), '6.000000');
      return `$${cost.usd.toFixed(4)} in three turns, without what a person has spent in between`;
    },
  },
  {
    claim: 'a turn can be watched while it runs',
    async show(world) {
      const turn = await world.halfway(world.newIssue());
      const { id } = await world.reached(turn.deliveryId, 'running');
      const watcher = world.owner.follow<Json>(
        'subscription ($id: ID!) { turnOutput(dispatchId: $id) { kind text json } }',
        { id },
      );
      const [started] = await watcher.take(1);
      turn.release();
      const told = await watcher.ended();
      deepEqual([started.kind, told.at(-1).kind], ['started', 'result']);
      ok(told.some(({ kind, text }) => kind === 'text' && /prompts=1/.test(text)));
      watcher.line.socket.close();
      return `${told.map(({ kind }) => kind).join(', ')}; the first before the model had answered`;
    },
  },
];

/** Tokens in proportion, so that the price need not be known. */
const spending = (times: number) => ({ tokens: { input: 1_000 * times, output: 10 * times } });

function tokensOf(turn: Json): number[] {
  return ['inputTokens', 'outputTokens'].map((name) => turn.usage.find((each: Json) => each.name === name)?.count);
}
