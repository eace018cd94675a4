import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { AppConfig } from '../../src/config/app-config.js';
import { StatePaths } from '../../src/config/state-paths.js';
import { DispatchLanes } from '../../src/dispatch/dispatch.lanes.js';
import { ActivityFeed } from '../../src/events/activity.feed.js';
import { RoutingService } from '../../src/routing/routing.service.js';
import { type RunningServer, startServer } from '../../src/server.js';
import { formatWorkItemRef } from '../../src/sessions/work-item-ref.js';
import { readPayload } from '../../src/webhook/delivery-parsing.js';
import { deliver, type Exchange } from './case.delivery.js';
import { CaseStage } from './case.stage.js';
import { type Difference, differences } from './case-comparison.js';
import { brokenProperties, writtenText } from './prompt-properties.js';
import type { RoutingCase } from './routing-case.js';

/** A harness that notes what it was given and says that it is done, in the protocol of claude. */
const STUB = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const given = { argv: process.argv.slice(2), prompt: readFileSync(0, 'utf8') };
writeFileSync(process.cwd() + '/given.json', JSON.stringify(given));
const asked = given.argv[given.argv.findIndex((each) => each === '--resume' || each === '--session-id') + 1];
const lines = [
  { type: 'system', subtype: 'init', session_id: asked, model: 'stub', claude_code_version: '2.0.0' },
  { type: 'result', subtype: 'success', is_error: false, result: 'done', session_id: asked, total_cost_usd: 0, usage: {} },
];
for (const line of lines) process.stdout.write(JSON.stringify(line) + '\\n');
`;

const TURN_ENDS_WITHIN_MS = 20_000;

/** One running application that plays case after case, each from its own state and under its own policy. */
export class CaseRun {
  private readonly stage: CaseStage;
  /** Turns run only for cases that look at prompts; all others are over when the delivery is answered. */
  private lanesOpen = false;

  private constructor(
    private readonly folder: string,
    private readonly server: RunningServer,
  ) {
    this.stage = new CaseStage(server.app);
    const lanes = server.app.get(DispatchLanes, { strict: false });
    const push = lanes.push.bind(lanes);
    lanes.push = (ticket) => this.lanesOpen && push(ticket);
  }

  static async start(): Promise<CaseRun> {
    const folder = mkdtempSync(join(tmpdir(), 'the-loop-cases-'));
    const binary = join(folder, 'claude');
    writeFileSync(binary, STUB);
    chmodSync(binary, 0o755);
    const config = new AppConfig();
    config.webhooks.ghWebhook.port = 0;
    config.control.port = 0;
    config.harnesses.claude.binary = binary;
    config.webhooks.ghWebhook.routing.spawnWorkdir = folder;
    config.state.drainSeconds = 0;
    const paths = new StatePaths(join(folder, '.the-loop'));
    const logger = pino({ level: process.env['CASES_LOG'] ?? 'silent' });
    return new CaseRun(folder, await startServer({ config, paths, logger, secrets: ['replaced by every case'] }));
  }

  async play(wanted: RoutingCase): Promise<Difference[]> {
    const properties = wanted.expect.prompt ?? [];
    const cwd = properties.length > 0 ? this.workingTree(wanted) : undefined;
    await this.stage.set(wanted, cwd);
    this.lanesOpen = cwd !== undefined;
    const ended = cwd === undefined ? undefined : this.turnEnded();
    const exchange = await deliver(this.server.webhookUrl, wanted);
    await ended;

    const payload = payloadOf(exchange);
    const given = cwd === undefined ? undefined : (JSON.parse(readFileSync(join(cwd, 'given.json'), 'utf8')) as Given);
    const brokenPrompt =
      given && payload ? brokenProperties(properties, { ...given, written: writtenText(payload) }) : [];
    const deliveryId = header(exchange, 'x-github-delivery');
    const refs = exchange.status >= 400 || payload === undefined ? [] : this.refs(exchange, payload);
    return differences(wanted.expect, { exchange, refs, after: await this.stage.after(), brokenPrompt }, deliveryId);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private refs(exchange: Exchange, payload: Record<string, unknown>): string[] {
    const routing = this.server.app.get(RoutingService, { strict: false });
    const event = routing.read(header(exchange, 'x-github-event')!, header(exchange, 'x-github-delivery')!, payload);
    return routing.mentions(event).map(({ ref }) => formatWorkItemRef(ref));
  }

  private workingTree({ name }: RoutingCase): string {
    const cwd = join(this.folder, 'trees', name);
    mkdirSync(cwd, { recursive: true });
    return cwd;
  }

  private turnEnded(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('The turn did not end')), TURN_ENDS_WITHIN_MS);
      const unlisten = this.server.app.get(ActivityFeed).listen(({ name, error, reason }) => {
        if (name === 'dispatch.succeeded') resolve();
        else if (/^dispatch\.(failed|held|cancelled|quarantined)$/.test(name))
          reject(new Error(`${name}: ${reason}: ${error}`));
        else return;
        clearTimeout(late);
        unlisten();
      });
    });
  }
}

interface Given {
  readonly argv: readonly string[];
  readonly prompt: string;
}

function payloadOf({ headers, body }: Exchange): Record<string, unknown> | undefined {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const reading = readPayload(type, body);
  return 'refused' in reading ? undefined : reading.payload;
}

function header({ headers }: Exchange, wanted: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];
}
