import { Injectable } from '@nestjs/common';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlaygroundAsset } from './playground-assets.js';

/** The files of the playground, where the build has put them: they ship with the product, and nothing is fetched. */
@Injectable()
export class PlaygroundFiles {
  private readonly folder = join(packageRoot(), 'dist', 'playground');

  /** Undefined when the product was built without them. */
  async read({ from }: PlaygroundAsset): Promise<Buffer | undefined> {
    return readFile(join(this.folder, basename(from))).catch(() => undefined);
  }
}

/** The same from `src` and from `dist`. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}
