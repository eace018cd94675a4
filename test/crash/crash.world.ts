import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { Failpoint } from '../../src/config/failpoint.js';
import { databaseOptions } from '../../src/database/database.options.js';
import { MIGRATIONS } from '../../src/database/migrations/migrations.js';
import { SqliteEngine } from '../../src/database/sqlite.engine.js';
import { Correspondent, type Mail } from './crash.correspondent.js';
import type { CrashCycle, TurnDeath } from './crash-cycle.js';
import { CrashServer } from './crash.server.js';
import { type Charge, crashVerdict, type DeliveryRow, type DispatchRow, type Finding } from './crash-verdict.js';
import type { Dice } from './dice.js';
import type { Posting } from './posting.js';
import { stubRuns } from './stub-runs.js';
import { turnProcesses } from './turn.processes.js';

const SECRET = 'a secret for crashes, long enough to be taken seriously';
const STUB = join(process.cwd(), 'test/support/stubs/stub-claude.mjs');
const SESSIONS = 8;
/** So many acknowledged deliveries may wait for their turn before fewer are sent. */
const BACKLOG = 40;
const FAILPOINT_WITHIN_MS = 45_000;

export interface WorldFinding {
  readonly charge: Charge | 'orphaned' | 'recovered without the lock' | 'not as it should be';
  readonly what: string;
}

export interface WorldReport {
  readonly findings: readonly WorldFinding[];
  readonly counts: Readonly<Record<string, number>>;
}

/** A state folder with its eight sessions, through as many lives of its server as wanted. */
export class CrashWorld {
  private readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-crash-')));
  private readonly record = join(this.folder, 'stub-record.jsonl');
  private readonly database = join(this.folder, '.the-loop/state/the-loop.sqlite');
  private readonly config = join(this.folder, 'config.yaml');
  private readonly ledger: Posting[] = [];
  /** Attempts that were killed, with the deliveries in their prompts. */
  private readonly cut = new Map<string, readonly string[]>();
  /** Deliveries that were set aside because their starts came to nothing. */
  private readonly aside = new Set<string>();
  private readonly findings: WorldFinding[] = [];
  private readonly counts = { kills: 0, starting: 0, failpoints: 0, stops: 0, seconds: 0, repetitions: 0 };
  private readonly correspondents: Correspondent[];
  private startMs = 2_000;
  private ticks = 0;

  constructor(
    private readonly name: string,
    private readonly dice: Dice,
    batching: boolean,
    private readonly patienceMs: number,
  ) {
    writeFileSync(this.config, JSON.stringify(configuration(this.folder, batching)));
    chmodSync(this.config, 0o600);
    const mail: Mail = {
      dice,
      secret: SECRET,
      ledger: this.ledger,
      nextId: () => `crash-${name}-${this.ledger.length + 1}`,
      tick: () => ++this.ticks,
      mayRepeat: (id) => ![...this.cut.values()].flat().includes(id),
    };
    this.correspondents = Array.from({ length: SESSIONS }, (_, at) => new Correspondent(at + 1, SESSIONS, mail));
  }

  async live(cycle: CrashCycle): Promise<void> {
    if (cycle.kind === 'failpoint') return this.dieAt(cycle.name);
    const server = this.start();
    if (cycle.kind === 'starting') {
      await sleep(cycle.share * this.startMs);
      this.counts.starting += 1;
      return this.finish(server, cycle.turns);
    }
    const url = await this.ready(server);
    const mail = this.write(url, this.quota());
    if (cycle.kind === 'second server') {
      await this.startSecond(server);
      await this.finish(server, 'none');
      return mail;
    }
    if (cycle.kind === 'stopping') {
      await sleep(cycle.afterMs);
      await this.stop(server, cycle.patienceMs);
      return mail;
    }
    await sleep(cycle.kind === 'turns' ? cycle.afterMs / 2 : cycle.afterMs);
    if (cycle.kind === 'turns') {
      this.cutTurns(cycle.turns);
      await sleep(cycle.afterMs / 2);
    }
    await this.finish(server, cycle.kind === 'turns' ? 'none' : cycle.turns);
    await mail;
  }

  /** Lets everything come to its end, and stops the server as a person would. */
  async end(): Promise<void> {
    const server = this.start();
    const url = await this.ready(server);
    for (const each of this.correspondents) await each.settle(url);
    for (let left = 10; left > 0; left -= 1) await this.dice.pick(this.correspondents).repeat(url);
    await this.settled();
    await this.bringBack(url);
    server.signal('SIGTERM');
    const { code } = await server.ended;
    if (code !== 0) this.blame('not as it should be', `the stopped server ended with ${code}: ${server.said.at(-1)}`);
    for (const { pid } of turnProcesses(this.mark)) this.blame('orphaned', `process ${pid} still runs`);
  }

  /** Hears the witnesses. */
  report(): WorldReport {
    const deliveries = this.read<DeliveryRow>('SELECT deliveryId, seq, outcome, reason FROM delivery');
    const dispatches = this.read<DispatchRow>('SELECT deliveryId, seq, state, outcome, detail FROM dispatch');
    const [integrity] = this.read<{ integrity_check: string }>('PRAGMA integrity_check');
    if (integrity?.integrity_check !== 'ok')
      this.blame('not as it should be', `the database: ${integrity?.integrity_check}`);
    const record = existsSync(this.record) ? readFileSync(this.record, 'utf8') : '';
    const runs = stubRuns(record, this.ids);
    const { ledger: postings, cut, aside } = this;
    const verdict: Finding[] = crashVerdict({ postings, deliveries, dispatches, runs, cut, aside });
    const starts = runs.filter(({ event }) => event === 'start').length;
    const acknowledged = postings.filter(({ ackedAt }) => ackedAt !== null).length;
    const repetitions = postings.reduce((sum, { posts }) => sum + Math.max(0, posts - 1), 0);
    return {
      findings: [...this.findings, ...verdict],
      counts: {
        ...this.counts,
        deliveries: postings.length,
        acknowledged,
        repetitions,
        turns: starts,
        cut: cut.size,
        'set aside': aside.size,
      },
    };
  }

  blame(charge: WorldFinding['charge'], what: string): void {
    this.findings.push({ charge, what });
  }

  /** Ends what a failed run has left; pids that carry the mark of this world only. */
  remove(): void {
    for (const { pid } of turnProcesses(this.mark)) process.kill(pid, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get mark(): string {
    return `STUB_RECORD=${this.record}`;
  }

  private start(failpoint?: Failpoint): CrashServer {
    const environment = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.folder,
      NODE_ENV: 'test',
      THE_LOOP_GH_WEBHOOK_SECRET: SECRET,
      STUB_RECORD: this.record,
    };
    return CrashServer.start({ folder: this.folder, config: this.config, environment }, failpoint);
  }

  private async ready(server: CrashServer): Promise<string> {
    const begun = performance.now();
    const url = await server.ready;
    if (url === undefined) throw new Error(`The server did not start: ${server.said.join('\n')}`);
    this.startMs = 0.7 * this.startMs + 0.3 * (performance.now() - begun);
    return url;
  }

  private async finish(server: CrashServer, turns: TurnDeath): Promise<void> {
    if (server.isGone) {
      const { code, signal } = await server.ended;
      this.blame('not as it should be', `the server ended by itself (${code ?? signal}): ${server.said.join(' | ')}`);
    }
    await server.kill();
    this.counts.kills += 1;
    this.cutTurns(turns);
  }

  private async stop(server: CrashServer, patienceMs: number): Promise<void> {
    server.signal('SIGTERM');
    const end = await Promise.race([server.ended, sleep(patienceMs)]);
    if (end === undefined) return this.finish(server, 'none');
    this.counts.stops += 1;
    if (end.code !== 0) this.blame('not as it should be', `a stopped server ended with ${end.code ?? end.signal}`);
  }

  private cutTurns(how: TurnDeath): void {
    if (how === 'none') return;
    for (const { pid, attempt, dispatch, isWrapper, isHarness } of turnProcesses(this.mark)) {
      if (!isWrapper && !(isHarness && how === 'wrapper and harness')) continue;
      try {
        process.kill(pid, 'SIGKILL');
        this.cut.set(attempt, this.promised(dispatch, attempt));
      } catch {
        // ended meanwhile
      }
    }
  }

  /** The deliveries that the prompt of an attempt names. */
  private promised(dispatch: string, attempt: string): string[] {
    const prompt = join(this.folder, '.the-loop/runs', dispatch, attempt, 'prompt.txt');
    return existsSync(prompt) ? [...new Set(readFileSync(prompt, 'utf8').match(this.ids))] : [];
  }

  private get ids(): RegExp {
    return new RegExp(`crash-${this.name}-\\d+`, 'g');
  }

  private async dieAt(name: Failpoint): Promise<void> {
    if (name === 'in-migration') await this.forgetLastMigration();
    const server = this.start(name);
    const late = setTimeout(() => {
      this.blame('not as it should be', `the failpoint ${name} was never reached`);
      server.signal('SIGKILL');
    }, FAILPOINT_WITHIN_MS);
    const url = await server.ready;
    while (url !== undefined && !server.isGone) {
      await this.write(url, 1, name === 'in-close' ? 'close' : undefined);
      while (this.waiting() > BACKLOG && !server.isGone) await sleep(100);
    }
    const { signal } = await server.ended;
    clearTimeout(late);
    if (signal !== 'SIGKILL')
      this.blame('not as it should be', `${name}: the server ended otherwise: ${server.said.at(-1)}`);
    this.counts.failpoints += 1;
  }

  /** The second one has to find the lock before it looks at anything: at the failpoint it would die instead. */
  private async startSecond(first: CrashServer): Promise<void> {
    const second = this.start('in-recovery');
    const { code, signal } = await second.ended;
    this.counts.seconds += 1;
    if (code === 3 && second.said.some((line) => line.includes(`process ${first.pid}`))) return;
    const charge = signal === 'SIGKILL' ? 'recovered without the lock' : 'not as it should be';
    this.blame(charge, `a second server ended with ${code ?? signal}: ${second.said.at(-1) ?? 'not a word'}`);
  }

  /** Brings the file back to the version before, so that the next start has a migration to run over a history. */
  private async forgetLastMigration(): Promise<void> {
    if (MIGRATIONS.length < 2 || !existsSync(this.database)) return;
    const dataSource = await new DataSource(databaseOptions(this.database)).initialize();
    await dataSource.undoLastMigration();
    await dataSource.destroy();
  }

  /**
   * What its server did not survive to start many times in a row is set aside, for it may be the cause: said, kept, and
   * queued again by a repetition.
   */
  private async bringBack(url: string): Promise<void> {
    const rows = this.read<{ deliveryId: string }>(SET_ASIDE);
    for (const { deliveryId } of rows) this.aside.add(deliveryId);
    for (const each of this.correspondents) await each.again(url, this.aside);
    if (rows.length > 0) await this.settled();
  }

  private async write(url: string, budget: number, wanted?: 'close'): Promise<void> {
    await Promise.all(this.correspondents.map((each) => each.write(url, budget, wanted)));
  }

  private quota(): number {
    const waiting = this.waiting();
    return waiting > 2 * BACKLOG ? 0 : waiting > BACKLOG ? Number(this.dice.chance(0.3)) : this.dice.whole(1, 2);
  }

  private waiting(): number {
    if (!existsSync(this.database) || statSync(this.database).size === 0) return 0;
    try {
      return this.read<{ n: number }>(`SELECT count(*) AS n FROM dispatch WHERE state IN (${OPEN})`)[0]?.n ?? 0;
    } catch {
      return 0; // the file of a start that did not get far
    }
  }

  private async settled(): Promise<void> {
    const deadline = performance.now() + this.patienceMs;
    while (this.waiting() > 0 && performance.now() < deadline) await sleep(100);
    // What has ended by now may still be swept.
    for (let look = 0; look < 50 && turnProcesses(this.mark).length > 0; look += 1) await sleep(100);
  }

  private read<R>(text: string): R[] {
    const engine = new SqliteEngine(this.database, { readonly: true, timeout: 5_000 });
    try {
      return engine.prepare(text).all() as R[];
    } finally {
      engine.close();
    }
  }
}

const SET_ASIDE = `SELECT deliveryId FROM dispatch WHERE state = 'quarantined' AND detail LIKE '%starts came to nothing%'`;
const OPEN = `'queued', 'held', 'running', 'interrupted'`;

function configuration(folder: string, batching: boolean) {
  const routing = {
    enabled: true,
    spawnOnUnmatched: 'always',
    spawnWorkdir: folder,
    maxTurnsPerHour: 0,
    batching: { mode: batching ? 'queued' : 'off' },
  };
  return {
    webhooks: { ghWebhook: { port: 0, routing } },
    control: { port: 0 },
    harnesses: { claude: { binary: STUB, environment: ['STUB_RECORD'] } },
    queue: { maxPerSession: 100_000, maxTotal: 1_000_000 },
    state: { root: join(folder, '.the-loop'), drainSeconds: 1 },
  };
}
