import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Round, RoundResult } from './load.generator.js';
import { ITEMS } from './sample-payload.js';

/** Accepted signed 20 kB deliveries per second, beside the least that keeps the same promise, in interleaved rounds. */
const SECRET = 'a secret for the bench';
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const DELIVERIES = Number(process.env['BENCH_DELIVERIES'] ?? 2_000);
const CONNECTIONS = 16;
const AIM = 0.85;

const subjects = [
  { name: 'node:http, HMAC, JSON.parse, one insert', script: 'bare.server.js', args: [], answer: 'deliveryId' },
  { name: 'the-loop, deliveries that wake nobody', script: 'product.server.js', args: ['0'], answer: '"policy-never"' },
  {
    name: 'the-loop, deliveries queued for a session',
    script: 'product.server.js',
    args: [String(ITEMS)],
    answer: '"matched"',
  },
];

const generator = start('load.generator.js', []);
const servers = [];
for (const { name, script, args, answer } of subjects) {
  const child = start(script, [SECRET, ...args]);
  servers.push({
    name,
    child,
    answer,
    url: await said<string>(child),
    results: [] as (RoundResult & { cpuMs: number })[],
  });
}
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const { child, url, answer, results } of servers) {
    const before = await cpuMs(child);
    generator.send({ url, secret: SECRET, deliveries: DELIVERIES, connections: CONNECTIONS, answer } satisfies Round);
    const result = await said<RoundResult>(generator);
    const spent = (await cpuMs(child)) - before;
    if (round > 0) results.push({ ...result, cpuMs: spent / DELIVERIES }); // the first one warms up
  }
}
for (const child of [generator, ...servers.map((server) => server.child)]) child.disconnect();

const bare = median(servers[0]!.results.map(({ perSecond }) => perSecond));
console.log(`${DELIVERIES} deliveries of 20 kB per round, ${CONNECTIONS} connections, medians of ${ROUNDS} rounds\n`);
for (const { name, results } of servers) {
  const perSecond = median(results.map((result) => result.perSecond));
  const p50 = median(results.map((result) => result.p50Ms)).toFixed(1);
  const p99 = median(results.map((result) => result.p99Ms)).toFixed(1);
  const cpu = median(results.map((result) => result.cpuMs)).toFixed(2);
  const ratio = perSecond / bare;
  console.log(
    `${name.padEnd(44)} ${perSecond.toFixed(0).padStart(6)}/s  ${(100 * ratio).toFixed(0).padStart(3)} %  p50 ${p50} ms  p99 ${p99} ms  CPU ${cpu} ms each`,
  );
}
console.log(`\nAim: at least ${100 * AIM} % of the bare server`);

function start(script: string, args: readonly string[]): ChildProcess {
  return fork(fileURLToPath(new URL(script, import.meta.url)), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** The next message of a child; its end is a failure. */
function said<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null): void => reject(new Error(`A process of the bench ended with ${code}`));
    child.once('exit', gone);
    child.once('message', (message) => {
      child.off('exit', gone);
      resolve(message as T);
    });
  });
}

/** Processor time a server has used so far. */
async function cpuMs(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const { user, system } = await said<NodeJS.CpuUsage>(child);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
