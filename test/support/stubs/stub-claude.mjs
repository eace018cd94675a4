#!/usr/bin/env node
// Speaks the protocol of `claude -p` without a model. Put it on PATH as `claude`, or name it in harnesses.claude.binary.
//
// Environment (hand the names on by harnesses.claude.environment: [STUB_RECORD, STUB_PLAN, STUB_AGENTS]):
//   STUB_RECORD  JSON lines of what happened, all with `pid` and `time` (epoch ms):
//                {event:"start", argv, cwd, env, stdin, kind:"spawn"|"resume", sessionId}
//                {event:"child", child} · {event:"end", code, begun}   (no "end" after a KILL)
//   STUB_PLAN    a JSON file [{match?, times?, do:{…}}]: the first rule whose `match` is contained in the prompt and
//                that has been used fewer than `times` times applies. Uses are counted in `<plan>.uses`.
//   STUB_AGENTS  a file with the answer of `claude agents --json`; without it the answer is []
//
// What a turn does is said by the plan's `do`, or in the prompt as [[stub: word word=value …]] (percent-encoded values):
//   delay=MS          wait between the first line and the result
//   hold=FILE         the same, until FILE exists
//   hang · mute       never end after the first line · print nothing and never end
//   linger            print the result and never exit
//   signal=SIGNAL     end itself by a signal before the result
//   ignore-term       ignore TERM, HUP and INT
//   child=group|setsid|clean|deaf   leave a process behind that holds stdout open
//   text=…            the answer (default: "done")
//   stream=N          N assistant lines and a tool call before the result, `delay` apart
//   megabytes=N       N MiB of lines before the result
//   exit=CODE         the exit code, whatever the result says
//   status=CODE · error=TEXT   an API error with that status · an error with that text
//   stderr=TEXT       a line on stderr
//   denied=A,B        tools that were denied
//   session=ID        answer with another session id
//   cost=N            total_cost_usd
//   version=V         claude_code_version of the first line
//   banner · array · halves    a banner before the JSON · the json answer as an array · a character cut over two writes
//   gone · in-use · not-logged-in · limit · max-turns · no-call · no-result · crash    the known ways to fail
//
// Without a word it names the conversation, says "done" and exits with 0, whichever id is resumed.
import { readFileSync } from 'node:fs';
import {
  complain,
  epilogue,
  flood,
  interlude,
  prelude,
  print,
  printInHalves,
  readStdin,
  record,
  recordStart,
  sleep,
  wishesFor,
} from './stub-core.mjs';

const args = process.argv.slice(2);
const valueOf = (flag) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);

if (args.includes('--version')) answer('2.1.332 (Claude Code)');
if (args[0] === 'agents') {
  record({ event: 'agents' });
  answer(process.env.STUB_AGENTS === undefined ? '[]' : readFileSync(process.env.STUB_AGENTS, 'utf8'));
}

const prompt = readStdin();
const kind = args.includes('--resume') ? 'resume' : 'spawn';
const asked = valueOf('--resume') ?? valueOf('--session-id') ?? '00000000-0000-4000-8000-000000000000';
const wishes = wishesFor(prompt);
const sessionId = wishes.session ?? asked;
const isStream = valueOf('--output-format') === 'stream-json';
recordStart(prompt, { kind, sessionId });

if (isStream && !args.includes('--verbose')) refuse('Error: --output-format=stream-json requires --verbose');
if (wishes.gone) {
  if (isStream)
    print({
      ...resultLine(),
      subtype: 'error_during_execution',
      is_error: true,
      num_turns: 0,
      errors: [`No conversation found with session ID: ${asked}`],
      result: undefined,
    });
  refuse(`No conversation found with session ID: ${asked}`);
}
if (wishes['in-use']) refuse(`Error: Session ID ${asked} is already in use.`);
if (wishes['bad-flag']) refuse("error: unknown option '--nonsense'");

await prelude(wishes);
if (isStream) {
  print({
    type: 'system',
    subtype: 'init',
    session_id: sessionId,
    cwd: process.cwd(),
    model: 'stub-model',
    tools: ['Bash'],
    permissionMode: 'default',
    claude_code_version: wishes.version ?? '2.1.332',
  });
  await stream(Number(wishes.stream ?? 0));
  await flood(wishes, { type: 'system', subtype: 'status', status: 'x'.repeat(1000) });
  if (wishes.status === '429')
    print({ type: 'system', subtype: 'api_retry', attempt: 1, max_retries: 10, retry_delay_ms: 1, error_status: 429 });
}
await interlude(wishes);
if (wishes['no-result']) await epilogue(wishes);
if (wishes.crash) await epilogue(wishes, 1);
const result = resultLine();
if (wishes.halves) await printInHalves(result);
else if (wishes.array) print([{ type: 'system', subtype: 'init', session_id: sessionId }, result]);
else print(result);
await epilogue(wishes, result.is_error ? 1 : 0);

function resultLine() {
  const line = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    duration_ms: 5,
    num_turns: 1,
    result: wishes.text ?? 'done',
    stop_reason: 'end_turn',
    session_id: sessionId,
    total_cost_usd: Number(wishes.cost ?? 0.01),
    usage: { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 2 },
    permission_denials: (wishes.denied ?? '')
      .split(',')
      .filter(Boolean)
      .map((tool_name) => ({ tool_name, tool_use_id: 't1', tool_input: {} })),
    terminal_reason: 'completed',
    api_error_status: null,
  };
  const failed = (text, more = {}) => ({ ...line, is_error: true, result: text, ...more });
  if (wishes.status)
    return failed(`API Error: ${wishes.status}`, {
      terminal_reason: 'api_error',
      api_error_status: Number(wishes.status),
    });
  if (wishes.error) return failed(wishes.error);
  if (wishes['not-logged-in']) return failed('Not logged in · Please run /login');
  if (wishes.limit) return failed("You've hit your limit · resets 1pm (UTC)");
  if (wishes['max-turns'])
    return failed(undefined, {
      subtype: 'error_max_turns',
      terminal_reason: 'max_turns',
      errors: ['Reached maximum number of turns (3)'],
    });
  if (wishes['too-long']) return { ...line, terminal_reason: 'prompt_too_long' };
  if (wishes['no-call']) return { ...line, num_turns: 0, result: 'operation blocked by hook' };
  return line;
}

async function stream(lines) {
  for (let number = 1; number <= lines; number += 1) {
    print({
      type: 'assistant',
      session_id: sessionId,
      message: { content: [{ type: 'text', text: `line ${number}` }] },
    });
    if (number === 1) {
      print({
        type: 'assistant',
        session_id: sessionId,
        message: { content: [{ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm test' } }] },
      });
      print({
        type: 'user',
        session_id: sessionId,
        message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
      });
    }
    await sleep(Number(wishes.delay ?? 0));
  }
}

function answer(text) {
  print(text);
  process.exit(0);
}

function refuse(text) {
  complain(text);
  process.exit(1);
}
