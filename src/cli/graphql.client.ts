import { CliError, NotRunningError, type ExitCode } from './cli-error.js';
import type { ControlAccess } from './server.locator.js';

/**
 * A socket and HTTP/1.0, under which an answer is neither chunked nor kept alive: node:http would cost as much as the
 * rest of a call together. An import statement would fetch every export of a builtin module, lazy ones included.
 */
const { connect } = process.getBuiltinModule('node:net');

interface Answer<T> {
  data?: T | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** Codes of the server that mean: the call itself cannot be right, whatever the state. */
const MALFORMED = new Set([
  'bad-input',
  'bad-session-id',
  'invalid-work-item',
  'unknown-harness',
  'BAD_USER_INPUT',
  'GRAPHQL_VALIDATION_FAILED',
  'GRAPHQL_PARSE_FAILED',
]);
const ANSWER_WITHIN_MS = 30_000;
const END_OF_HEADERS = '\r\n\r\n';

/** How long an answer is waited for. */
export interface Patience {
  readonly signal?: AbortSignal;
  readonly withinMs?: number;
}

/** For what looks through whole directories. */
export const LONG_WORK: Patience = { withinMs: 15 * 60_000 };

/** One operation on the control listener. Errors of the server arrive as CliError with the server's own code and sentence. */
export async function graphql<T>(
  control: ControlAccess,
  query: string,
  variables: Record<string, unknown> = {},
  patience: Patience = {},
): Promise<T> {
  const text = await exchange(control, JSON.stringify({ query, variables }), patience);
  const answer = parse<T>(text.slice(text.indexOf(END_OF_HEADERS) + END_OF_HEADERS.length));
  const [error] = answer?.errors ?? [];
  if (error !== undefined) throw refused(error.message, error.extensions?.code ?? 'refused');
  if (answer?.data === undefined || answer.data === null) {
    const [status = 'nothing'] = text.split('\r\n', 1);
    throw refused(`${control.controlUrl} answered ${JSON.stringify(status)} and no result`, 'no-result');
  }
  return answer.data;
}

/** The whole answer, headers included: the server ends it by closing the connection. */
function exchange(
  { controlUrl, token }: ControlAccess,
  body: string,
  { signal, withinMs = ANSWER_WITHIN_MS }: Patience,
): Promise<string> {
  const { hostname, host, port } = new URL(controlUrl);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), signal });
    socket.setTimeout(withinMs, () =>
      socket.destroy(new CliError('no-answer', 1, `The server at ${controlUrl} does not answer`)),
    );
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.on('error', (error: NodeJS.ErrnoException) => reject(told(error, controlUrl)));
    socket.write(
      `POST /graphql HTTP/1.0\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\naccept: application/json\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}${END_OF_HEADERS}${body}`,
    );
  });
}

/** What the socket met, as a sentence; errors of ours and the end that the caller wanted stay what they are. */
function told(error: NodeJS.ErrnoException, controlUrl: string): Error {
  if (error instanceof CliError || error.name === 'AbortError') return error;
  if (error.code === 'ECONNREFUSED') return new NotRunningError(`nobody listens at ${controlUrl}`);
  const sentence = `Cannot speak with the server at ${controlUrl}: ${error.message}; see with "the-loop status" whether it runs`;
  return new CliError('no-connection', 1, sentence);
}

function parse<T>(text: string): Answer<T> | undefined {
  try {
    return JSON.parse(text) as Answer<T>;
  } catch {
    return undefined;
  }
}

function refused(sentence: string, code: string): CliError {
  const exitCode: ExitCode = MALFORMED.has(code) ? 2 : 1;
  return new CliError(code, exitCode, sentence);
}
