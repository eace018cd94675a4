import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SqliteEngine } from '../../src/database/sqlite.engine.js';
import { signatureOf } from '../../src/webhook/signature.js';
import { CliProcess, type Started } from '../cli/cli.process.js';
import { postDelivery } from '../crash/delivery.post.js';
import { issueComment } from '../support/payloads.js';
import { type StubRecord, stubRecords } from '../support/stub.record.js';
import { STUBS, until } from '../support/turn.bench.js';

const SECRET = 'a secret for lives, long enough to be taken seriously';

/** The server as its owner runs it, with a stub for its harness, through as many starts as a test wants. */
export class LivingServer {
  readonly cli = new CliProcess();
  private serial = 0;

  constructor(changes: { drainSeconds?: number; spawnOnUnmatched?: 'always' | 'never' } = {}) {
    const { drainSeconds = 0, spawnOnUnmatched = 'always' } = changes;
    mkdirSync(this.path(), { mode: 0o700 });
    writeFileSync(
      this.path('config.yaml'),
      JSON.stringify({
        webhooks: {
          ghWebhook: {
            port: 0,
            routing: { enabled: true, spawnOnUnmatched, spawnWorkdir: this.cli.cwd },
          },
        },
        control: { port: 0 },
        harnesses: { claude: { binary: join(STUBS, 'stub-claude.mjs'), environment: ['STUB_RECORD', 'STUB_PLAN'] } },
        state: { drainSeconds },
      }),
      { mode: 0o600 },
    );
  }

  /** A start as far as it gets. */
  begin(environment: Record<string, string> = {}): Started {
    return this.cli.spawned(['start'], {
      THE_LOOP_GH_WEBHOOK_SECRET: SECRET,
      STUB_RECORD: join(this.cli.cwd, 'record.jsonl'),
      STUB_PLAN: join(this.cli.cwd, 'plan.json'),
      NODE_ENV: 'test',
      ...environment,
    });
  }

  /** A start that takes deliveries. */
  async start(environment: Record<string, string> = {}): Promise<Started> {
    const server = this.begin(environment);
    await server.says(/^Control plane/);
    return server;
  }

  /** Posts a comment; the status of the answer, or undefined when the server died before it gave one. */
  async comment(server: Started, issue = 12, deliveryId = `d-${(this.serial += 1)}`): Promise<number | undefined> {
    const url = /at (\S+)$/.exec(await server.says(/^Webhooks are taken/))![1]!;
    const payload = issueComment(issue, `Comment of ${deliveryId}`);
    payload.comment.id += this.serial;
    const body = JSON.stringify(payload);
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'issue_comment',
      'x-github-delivery': deliveryId,
      'x-hub-signature-256': signatureOf(SECRET, Buffer.from(body)),
    };
    return (await postDelivery(url, headers, body))?.status;
  }

  plan(...rules: readonly { match?: string; times?: number; do: Record<string, string | number | boolean> }[]): void {
    writeFileSync(join(this.cli.cwd, 'plan.json'), JSON.stringify(rules));
  }

  get gate(): string {
    return join(this.cli.cwd, 'gate');
  }

  openGate(): void {
    writeFileSync(this.gate, '');
  }

  runs(): StubRecord[] {
    return stubRecords(join(this.cli.cwd, 'record.jsonl'), 'start');
  }

  /** Rows of the queue in their order, read as anybody could. */
  rows(): { deliveryId: string; state: string; outcome: string | null; detail: string | null; attempts: number }[] {
    return this.read('SELECT deliveryId, state, outcome, detail, attempts FROM dispatch ORDER BY seq');
  }

  states(): string[] {
    return this.rows().map(({ state }) => state);
  }

  async untilStates(...states: readonly string[]): Promise<void> {
    await until(() => this.states().join() === states.join());
  }

  read<R>(text: string): R[] {
    const engine = new SqliteEngine(this.database, { readonly: true, timeout: 5_000 });
    try {
      return engine.prepare(text).all() as R[];
    } finally {
      engine.close();
    }
  }

  get database(): string {
    return this.path('state', 'the-loop.sqlite');
  }

  path(...parts: readonly string[]): string {
    return join(this.cli.cwd, '.the-loop', ...parts);
  }

  /** Also whatever of a failed test still runs: the harness is recognised by its record. */
  async end(): Promise<void> {
    for (const { pid } of this.runs()) {
      if (isOurs(pid, this.cli.cwd)) process.kill(pid, 'SIGKILL');
    }
    await this.cli.clear();
  }
}

function isOurs(pid: number, folder: string): boolean {
  const file = `/proc/${pid}/environ`;
  return existsSync(file) && readFileSync(file, 'latin1').includes(`STUB_RECORD=${folder}/`);
}
