import { buildSchema, parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import { OPERATIONS } from '../../src/cli/operations.js';

const schema = buildSchema(readFileSync(new URL('../../schema.gql', import.meta.url), 'utf8'));

test.each(Object.entries(OPERATIONS))('the schema answers what the command line asks: %s', (_, text) => {
  expect(validate(schema, parse(text)).map(({ message }) => message)).toEqual([]);
});
