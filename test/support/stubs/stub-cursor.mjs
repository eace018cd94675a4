#!/usr/bin/env node
// Speaks the protocol of `cursor-agent -p` without a model: the prompt is an argument, an unknown chat is started anew
// without a word, a failure prints no JSON. Environment and words as in stub-claude.mjs, and:
//   unknown      the chat does not exist: a fresh one answers
//   untrusted    refuse the workspace (exit 0, as some versions do; exit=1 for the others)
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
const valueOf = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
if (args.includes('--version')) {
  print('2026.09.10-stub');
  process.exit(0);
}

const valued = ['--output-format', '--resume', '--model', '--sandbox'];
const prompt = args.find((argument, index) => !argument.startsWith('-') && !valued.includes(args[index - 1])) ?? '';
const asked = valueOf('--resume');
const wishes = wishesFor(prompt);
const sessionId = wishes.session ?? (asked === undefined || wishes.unknown ? randomUUID() : asked);
const isStream = valueOf('--output-format') === 'stream-json';
recordStart(readStdin(), { kind: asked === undefined ? 'spawn' : 'resume', sessionId, prompt });

const refusal =
  (wishes.untrusted && 'Workspace Trust Required') ||
  (wishes['not-logged-in'] && 'Error: Not logged in. Please run `cursor-agent login`') ||
  (wishes['bad-flag'] && "error: unknown option '--nonsense'") ||
  (wishes.limit && "You've hit your usage limit · resets 1pm (UTC)") ||
  (wishes.status && `Error: request failed with status: ${wishes.status}`) ||
  wishes.error;
if (refusal) {
  if (wishes.untrusted) print(refusal);
  else complain(refusal);
  await epilogue(wishes, wishes.untrusted ? 0 : 1);
}

await prelude(wishes);
if (isStream) {
  print({ type: 'system', subtype: 'init', session_id: sessionId, model: 'stub-model', cwd: process.cwd() });
  for (let number = 1; number <= Number(wishes.stream ?? 0); number += 1) {
    if (number === 1) {
      const readToolCall = { args: { path: 'README.md' } };
      print({
        type: 'tool_call',
        subtype: 'started',
        call_id: 't1',
        tool_call: { readToolCall },
        session_id: sessionId,
      });
      const answered = { readToolCall: { ...readToolCall, result: { success: {} } } };
      print({ type: 'tool_call', subtype: 'completed', call_id: 't1', tool_call: answered, session_id: sessionId });
    }
    print({
      type: 'assistant',
      message: { content: [{ type: 'text', text: `line ${number}` }] },
      session_id: sessionId,
    });
    await sleep(Number(wishes.delay ?? 0));
  }
  await flood(wishes, { type: 'thinking', text: 'x'.repeat(1000), session_id: sessionId });
}
await interlude(wishes);
if (wishes['no-result']) await epilogue(wishes);
if (wishes.crash) await epilogue(wishes, 1);
const result = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  duration_ms: 5,
  duration_api_ms: 4,
  result: wishes.text ?? 'done',
  session_id: sessionId,
  request_id: randomUUID(),
};
if (wishes.halves) await printInHalves(result);
else print(wishes.array ? [result] : result);
await epilogue(wishes);
