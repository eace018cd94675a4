import fc from 'fast-check';
import { contentHash } from './content-hash.js';

describe('the content of a payload', () => {
  test('is the same through a repository hook and an App hook', () => {
    const content = { action: 'created', comment: { id: 1, body: 'hello' } };
    const hook = { installation: { id: 7 }, organization: { login: 'octo-org' }, enterprise: { id: 1 } };
    expect(contentHash({ ...content, ...hook })).toBe(contentHash(content));
  });

  test('does not depend on the order of keys, but on the order of lists', () => {
    expect(contentHash({ a: 1, b: { c: 2, d: 3 } })).toBe(contentHash({ b: { d: 3, c: 2 }, a: 1 }));
    expect(contentHash({ a: [1, 2] })).not.toBe(contentHash({ a: [2, 1] }));
  });

  test.each([
    [
      { a: 12, b: 3 },
      { a: 1, b: 23 },
    ],
    [{ a: '1' }, { a: 1 }],
    [{ a: null }, {}],
    [{ a: [] }, { a: {} }],
    [{ a: [[1], 2] }, { a: [[1, 2]] }],
    [{ a: 'x', b: 'y' }, { a: 'x1:b"1:y' }],
    [{ a: true }, { a: 't' }],
  ])('tells %j from %j', (one, other) => {
    expect(contentHash(one)).not.toBe(contentHash(other));
  });

  test('is told of a payload however deep', () => {
    const deep = (inner: string) => JSON.parse(`{"a":${'['.repeat(50_000)}${inner}${']'.repeat(50_000)}}`) as object;
    expect(contentHash({ deep: deep('1') })).toMatch(/^[\w-]{43}$/);
    expect(contentHash({ deep: deep('1'), n: 1 })).not.toBe(contentHash({ deep: deep('1'), n: 2 }));
  });

  test('differs exactly where the JSON differs', () => {
    const payload = fc
      .dictionary(fc.string(), fc.jsonValue())
      .map((value) => JSON.parse(JSON.stringify(value)) as object);
    fc.assert(
      fc.property(payload, payload, (one, other) => {
        const wrapped = [{ value: one }, { value: other }] as const;
        const same = sorted(one) === sorted(other);
        expect(contentHash(wrapped[0]) === contentHash(wrapped[1])).toBe(same);
      }),
    );
  });
});

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))
      : part,
  );
}
