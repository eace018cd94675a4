import { Batch } from './batch.js';

describe('a batch', () => {
  let asked: string[][];
  let batch: Batch<string>;

  beforeEach(() => {
    asked = [];
    batch = new Batch(async (keys) => {
      asked.push([...keys]);
      return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, key.toUpperCase()]));
    });
  });

  test('asks once for everything wanted in one tick, each key once', async () => {
    const answers = await Promise.all(['a', 'b', 'a', 'missing'].map((key) => batch.load(key)));
    expect(answers).toEqual(['A', 'B', 'A', undefined]);
    expect(asked).toEqual([['a', 'b', 'missing']]);
  });

  test('remembers nothing', async () => {
    await batch.load('a');
    await batch.load('a');
    expect(asked).toEqual([['a'], ['a']]);
  });

  test('an error reaches everybody who waited, and nobody after', async () => {
    let fail = true;
    batch = new Batch(async (keys) => {
      if (fail) throw new Error('gone');
      return new Map(keys.map((key) => [key, key]));
    });
    const both = await Promise.allSettled([batch.load('a'), batch.load('b')]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fail = false;
    await expect(batch.load('a')).resolves.toBe('a');
  });
});
