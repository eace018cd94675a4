import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CaseRun } from '../cases/case.run.js';
import { readCases } from '../cases/routing-case.js';

const SCHEMA = join(import.meta.dirname, '../cases/case.schema.json');
const cases = readCases(import.meta.dirname, []);

/** Both sides of the edge of every rule in test/cases/README.md, through the real door. */
describe('the further routing cases', () => {
  let run: CaseRun;
  beforeAll(async () => void (run = await CaseRun.start()));
  afterAll(() => run.stop());

  test('keep the format, each under a name and a delivery of its own', () => {
    const fits = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);
    expect(cases.filter((each) => !fits(each)).map(({ name }) => name)).toEqual([]);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
    const ids = cases.flatMap(({ delivery }) => delivery ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test.each(cases.map((each) => [each.name, each.title, each] as const))('%s: %s', async (_name, _title, each) => {
    expect(await run.play(each)).toEqual([]);
  });
});
