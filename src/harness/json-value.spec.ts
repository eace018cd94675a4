import { jsonObjects } from './json-value.js';

describe('the objects of an output line', () => {
  it.each([
    ['{"a":1}', [{ a: 1 }]],
    ['  {"a":1}  ', [{ a: 1 }]],
    ['[{"a":1},{"b":2},7]', [{ a: 1 }, { b: 2 }]],
    ['\u001b[0m{"a":1}', [{ a: 1 }]],
    ['\u001b]0;title\u0007{"a":1}', [{ a: 1 }]],
    ['\ufeff{"a":1}', [{ a: 1 }]],
    ['17', undefined],
    ['null', undefined],
    ['Now using node v20', undefined],
    ['[info] starting', undefined],
    ['{"a":', undefined],
    ['', undefined],
  ])('%j', (line, expected) => {
    expect(jsonObjects(line)).toEqual(expected);
  });
});
