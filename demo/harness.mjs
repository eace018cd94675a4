#!/usr/bin/env node
// A coding agent for the demonstration: it speaks the protocol of `claude -p --output-format stream-json`, remembers the
// conversation in a file of its working directory, takes a few seconds and changes nothing else.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const args = process.argv.slice(2);
const valueOf = (option) => args[args.indexOf(option) + 1];

if (args.includes('--version')) {
  console.log('0.0.0 (demonstration)');
} else if (args[0] === 'agents') {
  console.log('[]');
} else {
  await turn(args.includes('--resume') ? valueOf('--resume') : valueOf('--session-id'));
}

async function turn(sessionId) {
  const started = Date.now();
  const prompt = readFileSync(0, 'utf8');
  const memory = join(process.cwd(), `conversation-${sessionId}.txt`);
  const remembered = existsSync(memory) ? readFileSync(memory, 'utf8').trimEnd().split('\n') : [];
  const comment = commentIn(prompt);
  appendFileSync(memory, `${JSON.stringify(comment)}\n`);

  const say = (type, fields) => console.log(JSON.stringify({ type, session_id: sessionId, ...fields }));
  const speak = async (text) => {
    await pause(Number(process.env.THE_LOOP_DEMO_PACE_MS ?? 700));
    say('assistant', { message: { role: 'assistant', content: [{ type: 'text', text }] } });
  };

  say('system', {
    subtype: 'init',
    cwd: process.cwd(),
    model: 'demonstration',
    tools: [],
    claude_code_version: '0.0.0',
  });
  await speak(`I read the comment: "${comment}"`);
  await speak(
    remembered.length === 0
      ? 'It is the first one in this conversation.'
      : `I still know the one before it: "${JSON.parse(remembered.at(-1))}"`,
  );
  await speak('I would reply on the issue first and then change the code.');
  const result = `Answered comment ${remembered.length + 1} of this conversation.`;
  await speak(result);
  say('result', {
    subtype: 'success',
    is_error: false,
    result,
    num_turns: 1,
    duration_ms: Date.now() - started,
    terminal_reason: 'completed',
    stop_reason: 'end_turn',
    total_cost_usd: 0,
    usage: { input_tokens: prompt.length >> 2, output_tokens: 64 },
    permission_denials: [],
  });
}

// Untrusted text arrives as JSON strings inside the prompt's fence; the comment is the last "body" there.
function commentIn(prompt) {
  const bodies = [...prompt.matchAll(/"body":\s*("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text));
  return bodies.at(-1) ?? 'nothing I could read';
}
