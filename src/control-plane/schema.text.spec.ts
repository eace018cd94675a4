import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLNamedType, isEnumType, isInputObjectType, isObjectType, isScalarType } from 'graphql';
import { schemaText } from './schema.text.js';

describe('the schema', () => {
  let text: string;

  beforeAll(async () => {
    text = await schemaText();
  });

  test('is the one that is checked in; "npm run generate" writes it', () => {
    expect(text).toBe(readFileSync('schema.gql', 'utf8'));
  });

  test('describes every type, field, argument and value in a sentence', () => {
    const types = Object.values(buildSchema(text).getTypeMap()).filter(({ name }) => !name.startsWith('__'));
    expect(types.flatMap(undescribed)).toEqual([]);
  });
});

function undescribed(type: GraphQLNamedType): string[] {
  if (isScalarType(type)) return [];
  const isRoot = ['Query', 'Mutation', 'Subscription'].includes(type.name);
  const missing = isRoot || isSentence(type.description) ? [] : [type.name];
  if (isEnumType(type)) {
    return [
      ...missing,
      ...type.getValues().flatMap((value) => (isSentence(value.description) ? [] : `${type.name}.${value.name}`)),
    ];
  }
  if (!isObjectType(type) && !isInputObjectType(type)) return missing;
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const parts = 'args' in field ? [field, ...field.args] : [field];
    return parts
      .filter(({ description }) => !isSentence(description))
      .map(({ name }) => `${type.name}.${field.name}.${name}`);
  });
  return [...missing, ...fields];
}

function isSentence(text: string | null | undefined): boolean {
  return /^[A-Z`].*\.$/s.test(text ?? '');
}
