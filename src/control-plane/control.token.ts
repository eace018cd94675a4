import { Inject, Injectable } from '@nestjs/common';
import { createHash, timingSafeEqual } from 'node:crypto';
import { lstatSync } from 'node:fs';
import type { Logger } from 'pino';
import { StatePaths } from '../config/state-paths.js';
import { LOGGER } from '../events/logger.token.js';
import { readControlToken, readOrMakeControlToken } from './control-token.file.js';

/** The owner's word to the control listener. A token rotated by another process counts from the next request on. */
@Injectable()
export class ControlToken {
  private readonly file: string;
  private digest: Buffer;
  private stamp: string;
  /** What has been told already; whoever knocks must not fill the log. */
  private told: string | undefined;

  constructor(
    paths: StatePaths,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.file = paths.controlToken;
    readOrMakeControlToken(this.file);
    this.load();
  }

  /** Takes the same time for every wrong token. */
  matches(candidate: string): boolean {
    return this.current() && timingSafeEqual(digestOf(candidate), this.digest);
  }

  /** False when the file is gone or no longer to be trusted: then nobody is the owner. */
  private current(): boolean {
    try {
      if (stampOf(this.file) !== this.stamp) this.load();
      this.told = undefined;
      return true;
    } catch (error) {
      this.tell((error as Error).message);
      return false;
    }
  }

  private tell(sentence: string): void {
    if (sentence === this.told) return;
    this.told = sentence;
    this.log.warn({ error: sentence }, "The owner's requests are refused, for the control token cannot be used");
  }

  private load(): void {
    const stamp = stampOf(this.file);
    this.digest = digestOf(readControlToken(this.file));
    this.stamp = stamp;
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function stampOf(file: string): string {
  const { ino, mode, ctimeMs } = lstatSync(file);
  return `${ino} ${mode} ${ctimeMs}`;
}
