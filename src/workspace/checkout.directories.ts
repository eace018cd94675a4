import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { isWithin } from '../config/within.js';
import { collidingEntry, isUnfinished, unfinishedPath } from './checkout-name.js';
import { plainLine, quoted } from './shown-text.js';
import { WorkspaceRefusedError } from './workspace-refusal.js';

/** Directories below the workspace root. The root may be a link of the user's own; nothing below it may be one. */
@Injectable()
export class CheckoutDirectories {
  /** The real path of the directory with these names below the root, made where it is missing. */
  async open(root: string, names: readonly string[]): Promise<string> {
    try {
      await mkdir(root, { recursive: true, mode: 0o700 });
      let path = await realpath(root);
      for (const name of names) {
        await this.refuseCollision(path, name);
        path = join(path, name);
        await mkdir(path, { mode: 0o700 }).catch(unlessThere);
        await this.refuseUnlessDirectory(path);
      }
      return path;
    } catch (error) {
      throw refused(root, error);
    }
  }

  /** What lies at the end of the names: nothing, or a directory reached through directories only. */
  async look(root: string, names: readonly string[]): Promise<'nothing' | 'directory'> {
    let path = await realpath(root).catch(() => undefined);
    if (path === undefined) return 'nothing';
    for (const name of names) {
      path = join(path, name);
      if ((await statOf(path)) === undefined) return 'nothing';
      await this.refuseUnlessDirectory(path);
    }
    return 'directory';
  }

  /** A name beside the final one, for work that may be cut off. */
  unfinished(path: string, act: 'preparing' | 'releasing'): string {
    return unfinishedPath(path, act, randomBytes(6).toString('hex'));
  }

  /** What an earlier, cut-off attempt left; nobody was ever told to work in it. */
  async leftovers(directory: string): Promise<string[]> {
    const names = await readdir(directory).catch(() => []);
    return names.filter(isUnfinished).map((name) => join(directory, name));
  }

  async remove(path: string): Promise<void> {
    await rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 200 });
  }

  private async refuseCollision(parent: string, name: string): Promise<void> {
    const twin = collidingEntry(name, await readdir(parent));
    if (twin === undefined) return;
    throw new WorkspaceRefusedError(
      'name-collision',
      `Cannot use "${join(parent, name)}": ${quoted(twin)} lies beside it and differs in letter case only; move that away`,
    );
  }

  private async refuseUnlessDirectory(path: string): Promise<void> {
    const found = await statOf(path);
    if (found?.isDirectory()) return;
    const what = found?.isSymbolicLink() ? 'a symbolic link' : 'no directory';
    throw new WorkspaceRefusedError('unsafe-path', `Cannot use "${path}": it is ${what}; move it away`);
  }
}

/** Whether two paths are one place or one lies in the other, once links are resolved. */
export async function overlap(path: string, other: string): Promise<boolean> {
  const [a, b] = [await resolved(path), await resolved(other)];
  return a === b || isWithin(a, b) || (await sameInode(a, b));
}

/** The real path, also of something that is not there yet in a directory that is. */
async function resolved(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await resolved(dirname(path)), path.slice(dirname(path).length));
}

async function sameInode(a: string, b: string): Promise<boolean> {
  const [one, two] = [await statOf(a), await statOf(b)];
  return one !== undefined && two !== undefined && one.ino === two.ino && one.dev === two.dev;
}

function statOf(path: string): Promise<Stats | undefined> {
  return lstat(path).catch(() => undefined);
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function refused(root: string, error: unknown): Error {
  if (error instanceof WorkspaceRefusedError) return error;
  const full = (error as NodeJS.ErrnoException).code === 'ENOSPC';
  const said = isNativeError(error) ? plainLine(error.message) : String(error);
  return new WorkspaceRefusedError(full ? 'disk-full' : 'unsafe-path', `Cannot make a checkout in "${root}": ${said}`);
}
