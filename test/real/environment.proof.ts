import { deepEqual, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ClaudeAdapter } from '../../src/harness/claude.adapter.js';
import { CodexAdapter } from '../../src/harness/codex.adapter.js';
import type { Proof } from './proof.js';

const COMMAND = 'env | cut -d= -f1 | sed s/^/mark:/';

/** The server may be started inside a conversation: what that leaves in the environment is no business of its turns. */
export const OUTER_MARKS: Proof = {
  claim: 'what a conversation leaves in the environment of its tools is known by name, and withheld',
  async show(world) {
    const { prefixes, markers } = (world.harness === 'claude' ? new ClaudeAdapter() : new CodexAdapter()).environment;
    const prompt = `Show it ${randomUUID()}`;
    const [words, tool] =
      world.harness === 'claude'
        ? [['-p', '--allowedTools', 'Bash'], { name: 'Bash', input: { command: COMMAND, description: 'Show it' } }]
        : [['exec', '-'], { name: 'exec_command', input: { cmd: COMMAND } }];
    world.stub.plan(prompt, { tool });
    await world.runProgram(words, prompt);
    const bodies = world.stub.requests.map(({ body }) => body).filter((body) => body.includes(prompt));
    const names = new Set([...bodies.join('\n').matchAll(/mark:(\w+)/g)].map(([, name]) => name!));
    ok(names.has('HOME'), `the tool did not tell its environment: ${bodies.at(-1)?.slice(-500)}`);
    const marks = [...names].filter(
      (name) => prefixes.some((prefix) => name.startsWith(prefix)) && !(name in world.environment),
    );
    ok(marks.length > 0);
    deepEqual(
      marks.filter((name) => !markers.includes(name)),
      [],
    );
    return `${marks.length} marks, all withheld`;
  },
};
