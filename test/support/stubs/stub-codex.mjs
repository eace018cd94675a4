#!/usr/bin/env node
// Speaks the protocol of `codex exec --json` without a model. Environment and words as in stub-claude.mjs, and:
//   busy         the thread is open in another codex
//   untrusted    the directory is no git repository
//   usage=N      input tokens of the whole thread
import { randomUUID } from 'node:crypto';
import {
  complain,
  epilogue,
  flood,
  interlude,
  prelude,
  print,
  printInHalves,
  readStdin,
  recordStart,
  sleep,
  wishesFor,
} from './stub-core.mjs';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const args = process.argv.slice(2);
if (args.includes('--version')) {
  print('codex-cli 0.171.0');
  process.exit(0);
}

const isResume = args[1] === 'resume';
const asked = isResume ? args.slice(2).find((argument) => !argument.startsWith('-')) : undefined;
const prompt = readStdin();
const wishes = wishesFor(prompt);
const thread = wishes.session ?? (asked !== undefined && UUID.test(asked) ? asked : randomUUID());
recordStart(prompt, { kind: isResume ? 'resume' : 'spawn', sessionId: thread });

if (isResume && (args.includes('-s') || args.includes('--sandbox')))
  await refuse("error: unexpected argument '-s' found", 2);
if (wishes['bad-flag']) await refuse("error: unexpected argument '--nonsense' found", 2);
if (wishes.gone) await refuse(`Error: no rollout found for thread id ${asked}`, 1);
if (wishes.busy) await refuse(`Error: thread ${asked} already has an active writer`, 1);
if (wishes.untrusted) await refuse('Not inside a trusted directory and --skip-git-repo-check was not specified.', 1);

await prelude(wishes);
print({ type: 'thread.started', thread_id: thread });
print({ type: 'turn.started' });
for (let number = 1; number <= Number(wishes.stream ?? 0); number += 1) {
  if (number === 1) {
    const item = { id: 't1', type: 'command_execution', command: 'npm test' };
    print({ type: 'item.started', item: { ...item, status: 'in_progress' } });
    print({ type: 'item.completed', item: { ...item, status: 'completed', exit_code: 0 } });
  }
  say(`line ${number}`);
  await sleep(Number(wishes.delay ?? 0));
}
await flood(wishes, { type: 'item.updated', item: { id: 'x', type: 'todo_list', text: 'x'.repeat(1000) } });
await interlude(wishes);
if (wishes['no-result']) await epilogue(wishes);
if (wishes.crash) await epilogue(wishes, 1);

const failure =
  (wishes.status === '429' && 'exceeded retry limit, last status: 429 Too Many Requests') ||
  (wishes.status === '401' && 'unexpected status 401 Unauthorized: invalid key') ||
  (wishes.status && `unexpected status ${wishes.status} Internal Server Error`) ||
  (wishes['not-logged-in'] && 'unexpected status 401 Unauthorized: Missing bearer') ||
  (wishes.limit && "You've hit your usage limit. Try again in 3 hours 20 minutes.") ||
  wishes.error;
if (failure) {
  print({ type: 'error', message: failure });
  print({ type: 'turn.failed', error: { message: failure } });
  await epilogue(wishes, 1);
}
const text = wishes.text ?? 'done';
if (wishes.halves) await printInHalves({ type: 'item.completed', item: { id: 'm', type: 'agent_message', text } });
else say(text);
const result = {
  type: 'turn.completed',
  usage: { input_tokens: Number(wishes.usage ?? 10), cached_input_tokens: 0, output_tokens: 5 },
};
print(wishes.array ? [result] : result);
await epilogue(wishes);

function say(text) {
  print({ type: 'item.completed', item: { id: 'm', type: 'agent_message', text } });
}

async function refuse(text, code) {
  complain(text);
  await epilogue({}, code);
}
