import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { sendDelivery } from '../src/cli/delivery.sender.js';
import { SAMPLE_EVENTS } from '../src/cli/sample-events.js';
import { locateServer, type LocatedServer } from '../src/cli/server.locator.js';
import { parseWorkItemRef } from '../src/sessions/work-item-ref.js';
import type { Stage } from './stage.js';

const run = promisify(execFile);
const READY_WITHIN_MS = 60_000;
const ENDED_WITHIN_MS = 20_000;

interface Comment {
  readonly item: string;
  readonly login: string;
  readonly association: string;
  readonly text: string;
  readonly deliveryId: string;
}

/** The product as a user has it: its command line, run as processes. */
export class Product {
  private constructor(
    private readonly stage: Stage,
    private readonly server: ChildProcess,
    readonly address: LocatedServer,
  ) {}

  static async start(stage: Stage): Promise<Product> {
    const server = spawn(process.execPath, [stage.cli, 'start', '--config', stage.config], {
      cwd: stage.root,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said: string[] = [];
    const ready = new Promise<void>((resolve) => {
      createInterface({ input: server.stderr }).on('line', (line) => {
        said.push(line);
        if (line.startsWith('Control plane')) resolve();
      });
    });
    const ended = once(server, 'exit').then(([code]) => `it ended with ${code}`);
    const late = new Promise<string>((resolve) =>
      setTimeout(resolve, READY_WITHIN_MS, `it was not ready after ${READY_WITHIN_MS / 1000} s`).unref(),
    );
    const trouble = await Promise.race([ready, ended, late]);
    if (trouble !== undefined) {
      server.kill('SIGKILL');
      throw new Error(`Cannot start the server: ${trouble}\n${said.join('\n')}`);
    }
    const surroundings = { cwd: stage.root, env: {}, home: homedir() };
    return new Product(stage, server, await locateServer(surroundings));
  }

  /** Runs `the-loop …` in the working tree of the demonstration. */
  async cli(...words: string[]): Promise<string> {
    const { stdout } = await run(process.execPath, [this.stage.cli, ...words], { cwd: this.stage.workdir });
    return stdout.trim();
  }

  /** The id of the conversation to register: a real one for the real program, any for ours. */
  async conversation(harness: 'ours' | 'claude'): Promise<string> {
    const id = randomUUID();
    if (harness === 'ours') return id;
    const started = run('claude', ['-p', '--session-id', id, '--output-format', 'json'], { cwd: this.stage.workdir });
    started.child.stdin?.on('error', () => undefined);
    started.child.stdin?.end(
      'You work on issue 42 of octo-org/octo-repo. Answer in a sentence or two and use no tools.',
    );
    await started.catch(({ code, stdout, stderr }: { code: unknown; stdout?: string; stderr?: string }) => {
      const found = code === 'ENOENT' ? 'it is not on PATH; install Claude Code' : stdout || stderr;
      throw new Error(`Cannot begin a conversation with claude: ${found}`);
    });
    return id;
  }

  /** What GitHub does when somebody comments; answers the door's status. */
  async comment({ item, login, association, text, deliveryId }: Comment): Promise<number> {
    const now = new Date();
    const body = SAMPLE_EVENTS['issue_comment.created']!({
      item: parseWorkItemRef(item),
      sender: login,
      association,
      text,
      label: '',
      at: now.toISOString(),
      id: now.getTime(),
      repositoryId: 1,
    });
    const { webhookUrl } = this.address;
    const { secret } = this.stage;
    const { status, text: answer } = await sendDelivery(webhookUrl, {
      event: 'issue_comment',
      deliveryId,
      body: JSON.stringify(body),
      secret,
    });
    if (status !== 202) throw new Error(`The door answered ${status}: ${answer}`);
    return status;
  }

  async stop(): Promise<void> {
    if (this.server.exitCode !== null || this.server.signalCode !== null) return;
    const ended = once(this.server, 'exit');
    this.server.kill('SIGTERM');
    const impatience = setTimeout(() => this.server.kill('SIGKILL'), ENDED_WITHIN_MS);
    await ended;
    clearTimeout(impatience);
  }
}
