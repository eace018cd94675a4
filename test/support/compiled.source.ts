import { transformSync } from '@swc/core';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The product as plain JavaScript below a folder, for tests that need a process of their own to kill. */
export function compileSource(folder: string, rooms: readonly string[]): void {
  for (const room of rooms) {
    for (const name of readdirSync(room, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || name.endsWith('.spec.ts')) continue;
      const target = join(folder, room, name.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, compiled(readFileSync(join(room, name), 'utf8')));
    }
  }
  cpSync('package.json', join(folder, 'package.json'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
}

/** As jest.config.mjs does it. */
function compiled(source: string): string {
  return transformSync(source, {
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    },
  }).code;
}
