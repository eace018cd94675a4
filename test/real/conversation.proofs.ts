import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
    claim: 'tokens and cost of a turn are its own, and add up',
    async show(world) {
      const issue = world.newIssue();
      const counts = [
        [1_000, 10],
        [3_000, 40],
        [2_000, 20],
      ] as const;
      const turns: Json[] = [];
      for (const [input, output] of counts) {
        turns.push(await world.succeeded(await world.planned(issue, { tokens: { input, output } })));
      }
      const used = (turn: Json, name: string) => turn.usage.find((each: Json) => each.name === name)?.count;
      deepEqual(
        turns.map((turn) => [used(turn, 'inputTokens'), used(turn, 'outputTokens')]),
        counts,
      );
      const { cost } = await world.session(issue);
      equal(cost.turns, 3);
      if (world.harness !== 'claude') return 'three turns, each with its own tokens';
      const result = readFileSync(join(turns[2].runDirectory, 'out'), 'utf8').trim().split('\n').at(-1)!;
      const { total_cost_usd: total } = JSON.parse(result) as { total_cost_usd: number };
      ok(Math.abs(cost.usd - total) < 1e-9, `the session shows ${cost.usd}, the program ${total}`);
      return `${turns.map(({ costUsd }) => `$${costUsd.toFixed(4)}`).join(' + ')} is the program's own total`;
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
