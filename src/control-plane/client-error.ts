import { GraphQLError } from 'graphql';

/** What a client reads in place of a defect. The log has the original. */
export const MASK = 'The server could not answer because of a defect of its own; its log has the reason';
const DEFECT_CODE = 'internal-error';

/** Codes of the GraphQL layer itself: they speak of the request, and tell nothing of the inside. */
const LAYER_CODES: ReadonlySet<unknown> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);
/** Errors of this product carry a code in lower case words; those of Node and SQLite are in capitals. */
const OWN_CODE = /^[a-z]+(?:-[a-z]+)*$/;

interface Coded {
  readonly message: string;
  readonly code: string;
  readonly facts?: Readonly<Record<string, unknown>>;
}

/** The error as a client may see it, or undefined when it is a defect, whose words stay inside. */
export function clientError(error: unknown): GraphQLError | undefined {
  if (error instanceof GraphQLError && isFit(error.extensions.code)) return error;
  if (isCoded(error)) return new GraphQLError(error.message, { extensions: { code: error.code, ...error.facts } });
  return undefined;
}

export function maskedError(): GraphQLError {
  return new GraphQLError(MASK, { extensions: { code: DEFECT_CODE } });
}

/** Whether an error with this code may reach a client as it is. */
export function isFit(code: unknown): boolean {
  return LAYER_CODES.has(code) || (typeof code === 'string' && OWN_CODE.test(code));
}

function isCoded(error: unknown): error is Coded {
  const code: unknown = (error as { code?: unknown } | null | undefined)?.code;
  return error instanceof Error && typeof code === 'string' && OWN_CODE.test(code);
}
