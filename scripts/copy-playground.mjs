import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLAYGROUND_ASSETS, PLAYGROUND_PAGE } from '../dist/src/control-plane/playground/playground-assets.js';

// The last step of a build: the playground becomes part of it, so that it works where neither the source nor the
// development packages are, and with the network cable out.
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'dist', 'playground');
mkdirSync(folder, { recursive: true });
for (const { from } of [PLAYGROUND_PAGE, ...Object.values(PLAYGROUND_ASSETS)]) {
  const file = join(root, from);
  if (!existsSync(file))
    throw new Error(`Cannot build the playground: "${from}" is missing; run "npm ci --ignore-scripts"`);
  copyFileSync(file, join(folder, basename(from)));
}
