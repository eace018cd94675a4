import { createInterface } from 'node:readline';
import { CliError } from './cli-error.js';
import { type EventLine, type ExplainedEvent, readEventLine, unexplained } from './explained-event.js';

/** So many are asked at a time; the answers keep the order of the lines all the same. */
const AT_ONCE = 16;

/** Explains events line by line as they come, one answer per line, also for a line that cannot be read. */
export async function explainLines(
  input: NodeJS.ReadableStream,
  ask: (line: EventLine) => Promise<ExplainedEvent>,
  print: (explained: ExplainedEvent) => void,
): Promise<void> {
  const ahead: Promise<void>[] = [];
  let printed = Promise.resolve();
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    const read = readEventLine(line);
    const answer = 'payload' in read ? ask(read).catch(refused) : Promise.resolve(read);
    answer.catch(() => undefined); // heard of below, after the answers before it
    printed = printed.then(async () => print(await answer));
    printed.catch(() => undefined);
    ahead.push(printed);
    if (ahead.length >= AT_ONCE) await ahead.shift();
  }
  await printed;
}

/** One event the server cannot explain is an answer like any other; a server that is not there ends it all. */
function refused(error: unknown): ExplainedEvent {
  if (!(error instanceof CliError) || ENDS_IT_ALL.has(error.code)) throw error;
  return unexplained(error.code, error.message);
}

const ENDS_IT_ALL = new Set(['not-running', 'no-answer', 'unauthorized']);
