import { request } from 'node:http';
import { CliError, NotRunningError, type ExitCode } from './cli-error.js';
import type { ControlAccess } from './server.locator.js';

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

/** One operation on the control listener. Errors of the server arrive as CliError with the server's own code and sentence. */
export async function graphql<T>(
  server: ControlAccess,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<T> {
  const { status, text } = await post(server, JSON.stringify({ query, variables }));
  const answer = parse<T>(text);
  const [error] = answer?.errors ?? [];
  if (error !== undefined) throw refused(error.message, error.extensions?.code ?? 'refused');
  if (answer?.data === undefined || answer.data === null) {
    throw refused(`The server answered ${status} without a result`, 'no-result');
  }
  return answer.data;
}

function post(server: ControlAccess, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(new URL('/graphql', server.controlUrl), {
      method: 'POST',
      agent: false,
      timeout: ANSWER_WITHIN_MS,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        accept: 'application/json',
        authorization: `Bearer ${server.token}`,
      },
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
      response.on('error', reject);
    });
    call.on('timeout', () =>
      call.destroy(new CliError('no-answer', 1, `The server at ${server.controlUrl} does not answer`)),
    );
    call.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ECONNREFUSED' ? new NotRunningError(`nobody listens at ${server.controlUrl}`) : error),
    );
    call.end(body);
  });
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
