import { buildSchema, getIntrospectionQuery, parse, validate } from 'graphql';
import { limitsRule, MAX_DEPTH, MAX_TOKENS } from './query-limits.js';

const schema = buildSchema('type Query { self: Query, word: String }');

function complaints(query: string): string[] {
  return validate(schema, parse(query, { maxTokens: MAX_TOKENS }), [limitsRule]).map((error) => error.message);
}

function nested(levels: number): string {
  return '{ self '.repeat(levels - 1) + '{ word }' + ' }'.repeat(levels - 1);
}

describe('the limits of one operation', () => {
  test('as deep as allowed passes', () => expect(complaints(nested(MAX_DEPTH))).toEqual([]));

  test('one level deeper is refused', () =>
    expect(complaints(nested(MAX_DEPTH + 1))).toEqual(['The operation is 13 levels deep; 12 are allowed']));

  test('depth hidden in fragments is seen', () =>
    expect(complaints(`query { self { ...a } } fragment a on Query ${nested(MAX_DEPTH)}`)).toEqual([
      'The operation is 13 levels deep; 12 are allowed',
    ]));

  test('too many aliases are refused', () => {
    const aliased = Array.from({ length: 31 }, (_, index) => `w${index}: word`).join(' ');
    expect(complaints(`{ ${aliased} }`)).toEqual(['The operation has 31 aliases; 30 are allowed']);
  });

  test('aliases multiplied by fragments are counted as executed', () => {
    const doubling = Array.from(
      { length: 8 },
      (_, i) => `fragment f${i} on Query { a: self { ...f${i + 1} } b: self { ...f${i + 1} } }`,
    );
    const [complaint] = complaints(`{ ...f0 } ${doubling.join(' ')} fragment f8 on Query { word }`);
    expect(complaint).toBe('The operation has 510 aliases; 30 are allowed');
  });

  test('fields multiplied by fragments are counted as executed', () => {
    const words = 'self { word } '.repeat(20);
    const spreads = Array.from({ length: 30 }, () => 'self { ...a }').join(' ');
    expect(complaints(`{ ${spreads} } fragment a on Query { ${words} }`)).toEqual([
      'The operation asks for 1230 fields; 1000 are allowed',
    ]);
  });

  test('a fragment that spreads itself ends the counting', () =>
    expect(complaints('{ ...a } fragment a on Query { word ...a }')).toEqual([]));

  test('the standard introspection query passes', () => expect(complaints(getIntrospectionQuery())).toEqual([]));
});
