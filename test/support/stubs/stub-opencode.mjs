#!/usr/bin/env node
// Speaks the protocol of `opencode run --format json` without a model. Environment and words as in stub-claude.mjs.
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

const args = process.argv.slice(2);
const asked = args.includes('--session') ? args[args.indexOf('--session') + 1] : undefined;
const prompt = readStdin();
const wishes = wishesFor(prompt);
const sessionID = wishes.session ?? asked ?? `ses_${randomUUID().replaceAll('-', '')}`;
recordStart(prompt, { kind: asked === undefined ? 'spawn' : 'resume', sessionId: sessionID });

if (wishes.gone) {
  complain('\u001b[91m\u001b[1mError: \u001b[0mSession not found');
  await epilogue({}, 1);
}
await prelude(wishes);
print(line('step_start', { type: 'step-start' }));
for (let number = 1; number <= Number(wishes.stream ?? 0); number += 1) {
  if (number === 1) {
    const state = { status: 'completed', input: { command: 'npm test' }, title: 'npm test' };
    print(line('tool_use', { type: 'tool', tool: 'bash', callID: 't1', state }));
    print(line('step_finish', { type: 'step-finish', reason: 'tool-calls' }));
    print(line('step_start', { type: 'step-start' }));
  }
  print(line('text', { type: 'text', text: `line ${number}` }));
  await sleep(Number(wishes.delay ?? 0));
}
await flood(wishes, { type: 'session.updated', text: 'x'.repeat(1000) });
await interlude(wishes);
if (wishes['no-result']) await epilogue(wishes);
if (wishes.crash) await epilogue(wishes, 1);

const failure = wishes.limit ? '429' : wishes.status;
if (failure || wishes.error) {
  const message = wishes.limit ? 'Rate limit reached, try again in 20 minutes' : (wishes.error ?? `error ${failure}`);
  const data = { message, statusCode: Number(failure ?? 400) };
  print({ type: 'error', sessionID, error: { name: 'APIError', data } });
  await epilogue(wishes, 1);
}
const said = line('text', { type: 'text', text: wishes.text ?? 'done' });
if (wishes.halves) await printInHalves(said);
else print(said);
const result = line('step_finish', { type: 'step-finish', reason: 'stop', cost: 0 });
print(wishes.array ? [result] : result);
await epilogue(wishes);

function line(type, part) {
  return { type, timestamp: Date.now(), sessionID, part };
}
