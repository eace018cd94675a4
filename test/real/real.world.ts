import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { StatePaths } from '../../src/config/state-paths.js';
import { signatureOf } from '../../src/webhook/signature.js';
import { CrashServer } from '../crash/crash.server.js';
import { postDelivery } from '../crash/delivery.post.js';
import { ControlClient, type Json } from '../support/control.client.js';
import type { ModelAnswer } from '../support/model-stub/model-answer.js';
import { type KeptAnswer, ModelStub } from '../support/model-stub/model.stub.js';
import { issueComment } from '../support/payloads.js';
import type { RealHarness, RealPrograms } from './real.programs.js';

const run = promisify(execFile);
/** Of the same build as this file. */
const CLI = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
const SECRET = 'a secret for real programs, long enough to be taken seriously';
/** On a crowded machine one turn of a second has taken forty. */
const SETTLED_WITHIN_MS = 180_000;
const DISPATCH = `query ($id: ID!) { dispatches(filter: { deliveryId: $id }) { nodes {
  id state outcome detail attempts kind deniedPermissions costUsd heldUntil runDirectory resultText
  usage { name count } } } }`;
const DECISION = 'query ($id: ID!) { delivery(id: $id) { outcome reason explanation } }';
const ACTIVITY = `query ($item: String!) { activity(after: 0, first: 100, filter: { workItem: $item }) {
  nodes { name level reason error dispatchId } } }`;
const SESSION = `query ($item: String!) { session(workItem: $item) {
  id status statusReason harnessSessionId cwd cost { usd turns } queueLength } }`;

/** A machine of its own for one harness: home, working tree, model, and the server as its user starts it. */
export class RealWorld {
  private readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-real-')));
  readonly home = join(this.folder, 'home');
  readonly tree = join(this.home, 'tree');
  readonly paths = new StatePaths(join(this.folder, '.the-loop'));
  private readonly config = join(this.folder, 'config.json');
  private server: CrashServer | undefined;
  private webhookUrl = '';
  private issues = 0;
  private comments = 0;

  private constructor(
    readonly harness: RealHarness,
    readonly program: string,
    readonly stub: ModelStub,
  ) {
    makeTree(this.tree);
    mkdirSync(join(this.home, '.codex'));
    writeFileSync(join(this.home, '.codex/config.toml'), codexConfiguration(stub.url));
    writeFileSync(this.config, JSON.stringify(this.configuration()), { mode: 0o600 });
  }

  static async open(harness: RealHarness, programs: RealPrograms): Promise<RealWorld> {
    const world = new RealWorld(harness, programs[harness], await ModelStub.start());
    try {
      await world.start();
      return world;
    } catch (error) {
      await world.close();
      throw error;
    }
  }

  async start(): Promise<void> {
    const environment = { ...this.environment, THE_LOOP_GH_WEBHOOK_SECRET: SECRET };
    this.server = CrashServer.start({ folder: this.folder, config: this.config, environment });
    const url = await this.server.ready;
    if (url === undefined) throw new Error(`The server did not start: ${this.server.said.join('\n')}`);
    this.webhookUrl = url;
  }

  /** kill -9, in the middle of whatever it does. */
  async crash(): Promise<void> {
    await this.server?.kill();
  }

  async close(): Promise<void> {
    if (this.server?.isGone === false) {
      this.server.signal('SIGTERM');
      await this.server.ended;
    }
    await this.stub.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** What a program of this machine gets to see; nothing in it leads out of it. */
  get environment(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.home,
      ANTHROPIC_BASE_URL: this.stub.url,
      ANTHROPIC_API_KEY: 'sk-ant-dummy-000000',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '0',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      CODEX_HOME: join(this.home, '.codex'),
      STUB_KEY: 'dummy',
      HTTPS_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: '127.0.0.1',
    };
  }

  /** The number of an issue that nobody has written about yet. */
  newIssue(): number {
    return (this.issues += 1);
  }

  comment(issue: number, body = 'Please have a look.', deliveryId?: string): Promise<string> {
    const payload = issueComment(issue, body);
    // Equal content under another delivery's id would be the same event once more.
    payload.comment.id = this.comments += 1;
    return this.deliver('issue_comment', payload, deliveryId);
  }

  /** A comment on whose prompt the model answers this. */
  planned(issue: number, answer: ModelAnswer, deliveryId: string = randomUUID()): Promise<string> {
    this.stub.plan(deliveryId, answer);
    return this.comment(issue, 'As planned.', deliveryId);
  }

  /** A comment whose turn has come as far as the model, which keeps its answer back. */
  async halfway(issue: number): Promise<{ deliveryId: string } & KeptAnswer> {
    const deliveryId = randomUUID();
    const kept = this.stub.keep(deliveryId);
    await this.comment(issue, 'Take your time.', deliveryId);
    await this.stub.asked(deliveryId);
    return { deliveryId, ...kept };
  }

  /** Delivers as GitHub does; answers the delivery's id once it is acknowledged. */
  async deliver(event: string, payload: unknown, deliveryId: string = randomUUID()): Promise<string> {
    const body = JSON.stringify(payload);
    const headers = {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': deliveryId,
      'x-hub-signature-256': signatureOf(SECRET, Buffer.from(body)),
    };
    const answer = await postDelivery(this.webhookUrl, headers, body);
    if (answer?.status !== 202) throw new Error(`The door answered ${answer?.status}: ${answer?.body}`);
    return deliveryId;
  }

  /** The dispatch of a delivery in the first state of these that it reaches. */
  async reached(deliveryId: string, ...states: string[]): Promise<Json> {
    const deadline = performance.now() + SETTLED_WITHIN_MS;
    for (;;) {
      const { dispatches } = await this.owner.ask(DISPATCH, { id: deliveryId });
      const [dispatch] = dispatches.nodes;
      if (dispatch !== undefined && states.includes(dispatch.state)) return dispatch;
      if (performance.now() > deadline) {
        const found = dispatch ?? (await this.owner.ask(DECISION, { id: deliveryId }));
        throw new Error(`Not ${states.join(' or ')} in time: ${JSON.stringify(found)}`);
      }
      await sleep(100);
    }
  }

  /** The dispatch once its turn is over, however it ended. */
  settled(deliveryId: string): Promise<Json> {
    return this.reached(deliveryId, 'succeeded', 'failed', 'held', 'cancelled', 'quarantined');
  }

  async succeeded(deliveryId: string): Promise<Json> {
    const dispatch = await this.settled(deliveryId);
    if (dispatch.state !== 'succeeded') throw new Error(`Its turn ended otherwise: ${JSON.stringify(dispatch)}`);
    return dispatch;
  }

  async session(issue: number): Promise<Json> {
    return (await this.owner.ask(SESSION, { item: itemOf(issue) })).session;
  }

  /** What has happened about an item, from the beginning. */
  async activity(issue: number): Promise<Json[]> {
    return (await this.owner.ask(ACTIVITY, { item: itemOf(issue) })).activity.nodes;
  }

  /** `the-loop …`, as the user of this machine types it; answers with what it prints. */
  async cli(...words: string[]): Promise<string> {
    const options = { cwd: this.folder, env: this.environment };
    return (await run(process.execPath, [CLI, ...words, '--config', this.config], options)).stdout.trim();
  }

  /** The program itself, as a person runs it. Resolves once it has ended. */
  async runProgram(words: readonly string[], stdin: string, more: Record<string, string> = {}): Promise<void> {
    const child = spawn(this.program, words, {
      cwd: this.tree,
      env: { ...this.environment, ...more },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.stdin.end(stdin);
    await once(child, 'exit');
  }

  get owner(): ControlClient {
    const { controlUrl } = JSON.parse(readFileSync(this.paths.server, 'utf8')) as { controlUrl: string };
    return new ControlClient(controlUrl, readFileSync(this.paths.controlToken, 'utf8').trim());
  }

  private configuration() {
    // A command that stays until it is ended, and nothing else.
    const harnessArgs = { claude: ['--allowedTools', 'Bash(tail:*)'] };
    const routing = {
      ...{ enabled: true, defaultHarness: this.harness, spawnOnUnmatched: 'always', spawnWorkdir: this.tree },
      ...{ maxTurnsPerHour: 0, quietActions: {}, harnessArgs },
    };
    const handedOn = ['DISABLE_AUTOUPDATER', 'DISABLE_TELEMETRY', 'DISABLE_ERROR_REPORTING', 'STUB_KEY'];
    return {
      webhooks: { ghWebhook: { port: 0, routing } },
      control: { port: 0 },
      harnesses: { [this.harness]: { binary: this.program, environment: handedOn } },
      state: { root: this.paths.root, drainSeconds: 5 },
    };
  }
}

export const itemOf = (issue: number): string => `github:octo-org/octo-repo#${issue}`;

function makeTree(tree: string): void {
  mkdirSync(tree, { recursive: true });
  const git = (...words: string[]) => execFileSync('git', words, { cwd: tree, stdio: 'ignore' });
  git('init', '--initial-branch=main');
  git('remote', 'add', 'origin', 'https://github.com/octo-org/octo-repo.git');
}

/** As a user would write it: the adapter's own arguments stay what they are. */
function codexConfiguration(url: string): string {
  return [
    'model = "stub-model"',
    'model_provider = "stub"',
    'check_for_update_on_startup = false',
    '[model_providers.stub]',
    'name = "stub"',
    `base_url = "${url}/v1"`,
    'env_key = "STUB_KEY"',
    'wire_api = "responses"',
    'request_max_retries = 0',
    'stream_max_retries = 0',
    'supports_websockets = false',
    '',
  ].join('\n');
}
