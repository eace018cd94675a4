import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';

/** A headless Chromium with one page, driven over its debugging protocol. */
export class Chromium {
  private calls = 0;
  private readonly answers = new Map<number, { resolve(value: never): void; reject(error: Error): void }>();
  /** What the page asked the network for. */
  readonly requests: string[] = [];
  /** What the console complained about, violations of the content security policy included. */
  readonly complaints: string[] = [];
  private session = '';

  private constructor(
    private readonly process: ChildProcess,
    private readonly profile: string,
    private readonly socket: WebSocket,
  ) {
    socket.on('message', (data: Buffer) => this.hear(JSON.parse(data.toString('utf8')) as Message));
  }

  static async open(binary: string): Promise<Chromium> {
    const profile = mkdtempSync(join(tmpdir(), 'the-loop-chromium-'));
    const flags = [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--window-size=1400,900',
    ];
    const child = spawn(binary, [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stderr.on('data', (data: Buffer) => {
        said += data.toString('utf8');
        const found = /DevTools listening on (\S+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(`Chromium ended at once: ${said.slice(-500)}`)));
    });
    const socket = new WebSocket(address, { perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const chromium = new Chromium(child, profile, socket);
    await chromium.attach();
    return chromium;
  }

  async goto(url: string): Promise<void> {
    await this.call('Page.navigate', { url });
  }

  /** The value of an expression in the page; promises are awaited. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.call<Evaluated>('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return result.value as T;
  }

  /** Resolves once the expression is true in the page, looked at with every frame. */
  async until(expression: string): Promise<void> {
    await this.evaluate(
      `new Promise((done) => { const look = () => ((${expression}) ? done(true) : setTimeout(look, 20)); look(); })`,
    );
  }

  async screenshot(): Promise<Buffer> {
    const { data } = await this.call<{ data: string }>('Page.captureScreenshot', { format: 'png' });
    return Buffer.from(data, 'base64');
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    await this.call('Browser.close', {}, '').catch(() => undefined);
    await ended;
    this.socket.terminate();
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  private async attach(): Promise<void> {
    const { targetInfos } = await this.call<{ targetInfos: { type: string; targetId: string }[] }>(
      'Target.getTargets',
      {},
    );
    const { targetId } = targetInfos.find(({ type }) => type === 'page')!;
    const { sessionId } = await this.call<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true });
    this.session = sessionId;
    for (const domain of ['Page', 'Network', 'Log', 'Runtime']) await this.call(`${domain}.enable`, {});
  }

  private call<T = unknown>(method: string, params: object, session = this.session): Promise<T> {
    const id = ++this.calls;
    this.socket.send(JSON.stringify({ id, method, params, ...(session !== '' && { sessionId: session }) }));
    return new Promise<T>((resolve, reject) => this.answers.set(id, { resolve, reject }));
  }

  private hear({ id, method, params, result, error }: Message): void {
    if (method === 'Network.requestWillBeSent') this.requests.push(params!.request!.url);
    if (method === 'Network.webSocketCreated') this.requests.push(params!.url!);
    if (method === 'Log.entryAdded' && params!.entry!.level === 'error') this.complaints.push(params!.entry!.text);
    if (id === undefined) return;
    const waiting = this.answers.get(id);
    this.answers.delete(id);
    if (error === undefined) waiting?.resolve(result as never);
    else waiting?.reject(new Error(error.message));
  }
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { request?: { url: string }; url?: string; entry?: { level: string; text: string } };
  readonly result?: unknown;
  readonly error?: { message: string };
}

interface Evaluated {
  readonly result: { value?: unknown };
  readonly exceptionDetails?: unknown;
}
