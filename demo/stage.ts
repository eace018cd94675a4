import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** A temporary place with everything a server needs and nothing that outlives the demonstration. */
export class Stage {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'the-loop-demo-')));
  readonly config = join(this.root, '.the-loop', 'config.yaml');
  readonly workdir = join(this.root, 'octo-repo');
  readonly cli = join(PACKAGE, 'dist', 'src', 'cli', 'main.js');
  readonly secret = randomBytes(32).toString('hex');

  constructor(harness: 'ours' | 'claude') {
    mkdirSync(join(this.root, '.the-loop'), { mode: 0o700 });
    mkdirSync(this.workdir);
    const secretFile = join(this.root, '.the-loop', 'webhook.secret');
    writeFileSync(secretFile, `${this.secret}\n`, { mode: 0o600 });
    const claude =
      harness === 'ours'
        ? { binary: join(PACKAGE, 'demo', 'harness.mjs'), environment: ['THE_LOOP_DEMO_PACE_MS'] }
        : { binary: 'claude' };
    // JSON is YAML.
    const settings = {
      webhooks: { ghWebhook: { port: 0, secretFile, routing: { enabled: true } } },
      harnesses: { claude },
      control: { port: 0 },
      state: { root: join(this.root, '.the-loop'), drainSeconds: 0 },
    };
    writeFileSync(this.config, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  }

  clear(): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
