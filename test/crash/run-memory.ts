import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteEngine } from '../../src/database/sqlite.engine.js';
import { signatureOf } from '../../src/webhook/signature.js';
import { issueComment } from '../support/payloads.js';
import { CrashServer } from './crash.server.js';
import { postDelivery } from './delivery.post.js';

/**
 * Memory stays flat: over many deliveries, most of which wake nobody, and while a harness writes without end.
 *   DELIVERIES (20000) · MEGABYTES of output in one turn (250)
 */
const deliveries = Number(process.env['DELIVERIES'] ?? 20_000);
const megabytes = Number(process.env['MEGABYTES'] ?? 250);
const SECRET = 'a secret for floods, long enough to be taken seriously';
const CONNECTIONS = 16;
/** Of every so many deliveries one wakes a session. */
const WAKES = 100;
const WARM_UP = Math.min(5_000, Math.floor(deliveries / 4));
/** The heap breathes by some 70 MB however many there were; growth with their number shows best over very many. */
const MAY_GROW_MB = 96;
/** One look at the output takes at most 16 MB, and a line of it may be as long. */
const FLOOD_MAY_COST_MB = 128;

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-memory-')));
const config = join(folder, 'config.yaml');
const stub = join(process.cwd(), 'test/support/stubs/stub-claude.mjs');
const routing = { enabled: true, spawnOnUnmatched: 'labeled', spawnWorkdir: folder, maxTurnsPerHour: 0 };
writeFileSync(
  config,
  JSON.stringify({
    webhooks: { ghWebhook: { port: 0, routing } },
    control: { port: 0 },
    harnesses: { claude: { binary: stub, environment: ['STUB_RECORD'] } },
    queue: { maxPerSession: 100_000, maxTotal: 100_000 },
    state: { root: join(folder, '.the-loop') },
  }),
);
chmodSync(config, 0o600);
const environment = {
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  THE_LOOP_GH_WEBHOOK_SECRET: SECRET,
};
const server = CrashServer.start({ folder, config, environment });
const failures: string[] = [];
try {
  const url = await server.ready;
  if (url === undefined) throw new Error(`The server did not start: ${server.said.join('\n')}`);
  await manyDeliveries(url);
  await oneLoudTurn(url);
} finally {
  server.signal('SIGTERM');
  const { code } = await server.ended;
  if (code !== 0) failures.push(`the stopped server ended with ${code}`);
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) console.log(`FAILED ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

async function manyDeliveries(url: string): Promise<void> {
  await Promise.all(range(CONNECTIONS).map((lane) => postAll(url, lane, 0, WARM_UP)));
  await idle();
  const before = residentMb();
  const begun = performance.now();
  await Promise.all(range(CONNECTIONS).map((lane) => postAll(url, lane, WARM_UP, deliveries)));
  const seconds = (performance.now() - begun) / 1000;
  await idle();
  const after = residentMb();
  const rate = Math.round((deliveries - WARM_UP) / seconds);
  console.log(`${deliveries} deliveries (${rate}/s): ${before} MB after ${WARM_UP}, ${after} MB at the end`);
  if (after - before > MAY_GROW_MB)
    failures.push(`memory grew by ${after - before} MB over ${deliveries - WARM_UP} deliveries`);
}

async function oneLoudTurn(url: string): Promise<void> {
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5'); // forgets the highest mark so far
  const before = residentMb();
  await post(url, deliveries + 1, `[[stub: megabytes=${megabytes}]]`, true);
  await idle();
  const peak = peakMb();
  const [row] = read<{ state: string; outcome: string }>(
    'SELECT state, outcome FROM dispatch ORDER BY seq DESC LIMIT 1',
  );
  console.log(
    `${megabytes} MB of output in one turn (${row?.state}, ${row?.outcome}): ${before} MB before, ${peak} MB at most`,
  );
  if (row?.state !== 'succeeded') failures.push(`the loud turn is ${row?.state}: ${row?.outcome}`);
  if (peak - before > FLOOD_MAY_COST_MB) failures.push(`a turn of ${megabytes} MB cost ${peak - before} MB`);
}

async function postAll(url: string, lane: number, from: number, to: number): Promise<void> {
  for (let number = from + lane; number < to; number += CONNECTIONS) await post(url, number, '', number % WAKES === 0);
}

async function post(url: string, number: number, words: string, wakes: boolean): Promise<void> {
  const item = wakes ? (number % 8) + 1 : 1_000 + (number % 500);
  const payload = issueComment(item, `Comment number ${number} ${'x'.repeat(2_000)} ${words}`);
  Object.assign(payload.comment, { id: number + 1 });
  if (wakes) Object.assign(payload.issue, { labels: [{ name: 'the-loop: auto-execute' }] });
  const body = JSON.stringify(payload);
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'issue_comment',
    'x-github-delivery': `memory-${number}`,
    'x-hub-signature-256': signatureOf(SECRET, Buffer.from(body)),
  };
  const answer = await postDelivery(url, headers, body);
  if (answer?.status !== 202) throw new Error(`Delivery ${number}: ${answer?.status} ${answer?.body}`);
}

async function idle(): Promise<void> {
  const open = `SELECT count(*) AS n FROM dispatch WHERE state IN ('queued', 'running', 'held', 'interrupted')`;
  while (read<{ n: number }>(open)[0]!.n > 0) await sleep(200);
  await sleep(1_000); // for the collector
}

function read<R>(text: string): R[] {
  const engine = new SqliteEngine(join(folder, '.the-loop/state/the-loop.sqlite'), { readonly: true, timeout: 5_000 });
  try {
    return engine.prepare(text).all() as R[];
  } finally {
    engine.close();
  }
}

function residentMb(): number {
  return statusMb('VmRSS');
}

function peakMb(): number {
  return statusMb('VmHWM');
}

function statusMb(field: string): number {
  const file = `/proc/${server.pid}/status`;
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1024);
}

function range(n: number): number[] {
  return Array.from({ length: n }, (_, at) => at);
}
