import {
  type DocumentNode,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  parse,
  validate,
  specifiedRules,
} from 'graphql';
import { limitsRule, MAX_TOKENS } from './query-limits.js';

/** An operation as a client sends it. */
export interface SentOperation {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
}

export interface CheckedOperation {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly variableValues: Record<string, unknown>;
}

/**
 * Reads an operation under the same rules and with the same codes as the HTTP path: whatever is wrong with it is an
 * answer, never an exception.
 */
export function checkOperation(schema: GraphQLSchema, sent: SentOperation): CheckedOperation | readonly GraphQLError[] {
  const document = read(sent.query);
  if (document instanceof GraphQLError) return [document];
  const faults = validate(schema, document, [...specifiedRules, limitsRule]);
  if (faults.length > 0) return faults.map((fault) => coded(fault, 'GRAPHQL_VALIDATION_FAILED'));

  const operationName = typeof sent.operationName === 'string' ? sent.operationName : undefined;
  const operation = getOperationAST(document, operationName);
  if (!operation) return [unresolved(operationName)];
  const variables = (sent.variables ?? {}) as Record<string, unknown>;
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: 20 });
  if (errors !== undefined) return errors.map((error) => coded(error, 'BAD_USER_INPUT'));
  return { document, operationName, variableValues: variables };
}

function read(query: unknown): DocumentNode | GraphQLError {
  if (typeof query !== 'string') {
    return new GraphQLError('The operation has to be text in "query"', { extensions: { code: 'BAD_REQUEST' } });
  }
  try {
    return parse(query, { maxTokens: MAX_TOKENS });
  } catch (error) {
    return coded(error as GraphQLError, 'GRAPHQL_PARSE_FAILED');
  }
}

function unresolved(name: string | undefined): GraphQLError {
  const sentence =
    name === undefined
      ? 'The document holds several operations or none; name one in "operationName"'
      : `The document holds no operation ${JSON.stringify(name)}`;
  return new GraphQLError(sentence, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } });
}

function coded(error: GraphQLError, code: string): GraphQLError {
  const { message, nodes, source, positions, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, extensions: { code, ...extensions } });
}
