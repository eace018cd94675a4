import { CrashWorld, type WorldReport } from './crash.world.js';
import { type CrashCycle, crashPlan } from './crash-cycle.js';
import { CHARGES } from './crash-verdict.js';
import { Dice } from './dice.js';

/**
 * Kills the real server, over and over, and counts which promises it broke.
 *   CYCLES    random ends (default 20)            ROUNDS   how often each failpoint (default 1)
 *   WORLDS    servers side by side (default 2)    SEED     repeats the choices of an earlier run
 *   PATIENCE  seconds for what waits at the end (240)
 *   BATCHING  on: events that wait share a turn   KEEP     1: leaves the folders of a red run
 */
const cycles = wholeNumber('CYCLES', 20);
const rounds = wholeNumber('ROUNDS', 1);
const patience = wholeNumber('PATIENCE', 240);
const worlds = Math.max(1, wholeNumber('WORLDS', 2));
const seed = wholeNumber('SEED', Math.floor(Math.random() * 2 ** 31));
const begun = performance.now();
let done = 0;

console.log(`SEED=${seed} CYCLES=${cycles} ROUNDS=${rounds} WORLDS=${worlds}`);
const plan = crashPlan(cycles, rounds, new Dice(seed));
const share = (at: number): CrashCycle[] => plan.filter((_, place) => place % worlds === at);
const reports = await Promise.all(Array.from({ length: worlds }, (_, at) => played(at, share(at))));
process.exitCode = summed(reports) ? 0 : 1;

async function played(at: number, part: readonly CrashCycle[]): Promise<WorldReport> {
  const batching = process.env['BATCHING'] === 'on' || (process.env['BATCHING'] === undefined && at % 2 === 1);
  const world = new CrashWorld(`${seed.toString(36)}w${at}`, new Dice(seed + at + 1), batching, patience * 1000);
  try {
    for (const cycle of part) {
      await world.live(cycle);
      progress(cycle);
    }
    await world.end();
  } catch (error) {
    world.blame('not as it should be', (error as Error).message);
  }
  const report = world.report();
  if (report.findings.length === 0 || process.env['KEEP'] !== '1') world.remove();
  return report;
}

function progress(cycle: CrashCycle): void {
  done += 1;
  if (process.env['VERBOSE'] === '1') console.log(`${done} ${JSON.stringify(cycle)}`);
  else if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${plan.length} cycles`);
}

function summed(all: readonly WorldReport[]): boolean {
  const findings = all.flatMap((report) => report.findings);
  for (const { charge, what } of findings.slice(0, 30)) console.log(`${charge}: ${what}`);
  const counts: Record<string, number> = {};
  for (const report of all) {
    for (const [name, count] of Object.entries(report.counts)) counts[name] = (counts[name] ?? 0) + count;
  }
  const charges = [...CHARGES, 'orphaned', 'recovered without the lock', 'not as it should be'] as const;
  const rows: [string, number | string][] = [
    ...Object.entries(counts),
    ...charges.map((charge): [string, number] => [charge, findings.filter((each) => each.charge === charge).length]),
    ['seconds', Math.round((performance.now() - begun) / 1000)],
  ];
  console.log(rows.map(([name, value]) => `${name.padEnd(28)}${String(value).padStart(7)}`).join('\n'));
  console.log(findings.length === 0 ? 'Every promise was kept' : `${findings.length} promises were broken`);
  return findings.length === 0;
}

function wholeNumber(name: string, otherwise: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return otherwise;
  if (!/^\d+$/.test(text)) throw new Error(`${name} cannot be ${JSON.stringify(text)}: it is a whole number`);
  return Number(text);
}
