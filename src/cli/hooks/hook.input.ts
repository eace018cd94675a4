import { CliError } from '../cli-error.js';

/** A tool may have printed a lot; what is longer than this is no event for us. */
const MOST_BYTES = 16 * 1024 * 1024;

/** The JSON object a harness writes to its hook. `signal` ends the wait for a harness that never closes the pipe. */
export async function readHookInput(signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  let size = 0;
  const leave = (): void => void process.stdin.destroy();
  signal.addEventListener('abort', leave);
  try {
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES) throw unreadable(`it has more than ${MOST_BYTES} bytes`);
    }
  } finally {
    signal.removeEventListener('abort', leave);
    process.stdin.destroy();
  }
  const value = parsed(Buffer.concat(chunks).toString('utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('it is no JSON object');
  return value as Readonly<Record<string, unknown>>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('it is not JSON');
  }
}

function unreadable(why: string): CliError {
  return new CliError('bad-hook-input', 2, `Cannot read what the harness wrote to its hook: ${why}`);
}
