import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { AppConfig } from '../src/config/app-config.js';
import { StatePaths } from '../src/config/state-paths.js';
import { DispatchLanes } from '../src/dispatch/dispatch.lanes.js';
import { startServer } from '../src/server.js';
import { SessionRegistry } from '../src/sessions/session.registry.js';
import { ITEMS } from './sample-payload.js';

/** The product as it is, with its log written; `sessions` is how many items somebody works on. */
const [secret = '', sessions = '0'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'the-loop-bench-'));
const config = new AppConfig();
config.webhooks.ghWebhook.port = 0;
config.webhooks.ghWebhook.routing.enabled = true;
config.control.port = 0;
config.state.drainSeconds = 0;
config.queue.maxPerSession = 1_000_000;
config.queue.maxTotal = 10_000_000;
const logger = pino({ level: 'info' }, pino.destination({ dest: join(folder, 'log'), sync: false, minLength: 4096 }));
const server = await startServer({
  config,
  paths: new StatePaths(join(folder, '.the-loop')),
  logger,
  secrets: [secret],
});
server.app.get(DispatchLanes, { strict: false }).push = () => undefined; // intake is measured, not the turns behind it
for (let number = 1; number <= Math.min(Number(sessions), ITEMS); number += 1) {
  await server.app.get(SessionRegistry, { strict: false }).register({
    workItem: `github:octo-org/octo-repo#${number}`,
    harness: 'claude',
    harnessSessionId: randomUUID(),
    cwd: join(folder, `tree-${number}`),
    check: false,
  });
}
process.send!(server.webhookUrl);
process.on('message', () => process.send!(process.cpuUsage()));
process.on('disconnect', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
