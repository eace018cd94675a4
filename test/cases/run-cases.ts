import 'reflect-metadata';
import { resolve } from 'node:path';
import { CaseRun } from './case.run.js';
import type { Difference } from './case-comparison.js';
import { readCases } from './routing-case.js';

const folder = resolve(process.env['CASES_DIR'] ?? 'test/cases');
const only = (process.env['CASES_ONLY'] ?? '').split(',').filter((name) => name !== '');
const tally = { core: { passed: 0, failed: 0 }, extended: { passed: 0, failed: 0 } };

const cases = readCases(folder, only);
const run = await CaseRun.start();
try {
  for (const each of cases) {
    const found = await run.play(each).catch((error: unknown) => [crash(error)]);
    tally[each.tier][found.length === 0 ? 'passed' : 'failed'] += 1;
    if (found.length > 0) report(`${each.name}: ${each.title}`, found);
  }
} finally {
  await run.stop();
}

for (const tier of ['core', 'extended'] as const) {
  console.log(`${tier}: ${tally[tier].passed} passed, ${tally[tier].failed} failed`);
}
const failed = tally.core.failed + tally.extended.failed;
if (cases.length === 0) console.log(`No cases in ${folder}`);
console.log(`${cases.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || cases.length === 0 ? 1 : 0;

function crash(error: unknown): Difference {
  return {
    field: 'run',
    expected: 'no error',
    found: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

function report(title: string, found: readonly Difference[]): void {
  console.log(`FAILED ${title}`);
  for (const { field, expected, found: actual } of found) {
    console.log(`  ${field}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
  }
}
