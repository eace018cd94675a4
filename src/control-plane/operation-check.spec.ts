import { buildSchema, type GraphQLError } from 'graphql';
import { checkOperation, type SentOperation } from './operation-check.js';

const schema = buildSchema('type Query { self: Query, count(of: Int!): Int }');

function codeOf(sent: SentOperation): unknown {
  const checked = checkOperation(schema, sent);
  return Array.isArray(checked) ? (checked as GraphQLError[])[0]?.extensions.code : 'passes';
}

test.each<[string, SentOperation, string]>([
  ['a good operation passes', { query: '{ count(of: 1) }' }, 'passes'],
  [
    'variables are looked at',
    { query: 'query ($of: Int!) { count(of: $of) }', variables: { of: 'x' } },
    'BAD_USER_INPUT',
  ],
  ['a missing variable is named', { query: 'query ($of: Int!) { count(of: $of) }' }, 'BAD_USER_INPUT'],
  ['variables that are no object', { query: 'query ($of: Int!) { count(of: $of) }', variables: 7 }, 'BAD_USER_INPUT'],
  ['bad syntax is an answer', { query: '{ count(' }, 'GRAPHQL_PARSE_FAILED'],
  ['a document too long is an answer', { query: `{ ${'count(of: 1) '.repeat(300)} }` }, 'GRAPHQL_PARSE_FAILED'],
  ['an unknown field', { query: '{ other }' }, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'a query too deep',
    { query: '{ self '.repeat(13) + '{ count(of: 1) }' + ' }'.repeat(13) },
    'GRAPHQL_VALIDATION_FAILED',
  ],
  ['no query at all', {}, 'BAD_REQUEST'],
  [
    'two operations without a name',
    { query: 'query a { count(of: 1) } query b { count(of: 1) }' },
    'OPERATION_RESOLUTION_FAILURE',
  ],
  ['a name nobody has', { query: 'query a { count(of: 1) }', operationName: 'c' }, 'OPERATION_RESOLUTION_FAILURE'],
])('%s', (_, sent, code) => {
  expect(codeOf(sent)).toBe(code);
});
