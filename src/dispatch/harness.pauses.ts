import { Injectable } from '@nestjs/common';
import type { Hold } from './session-hold.js';

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 30 * 60_000;

interface Pause {
  readonly hold: Hold & { until: number };
  readonly lastedMs: number;
}

/**
 * Harnesses that cannot run at all: not installed, not logged in. Their rows wait instead of failing one by one; from
 * time to time one of them tries, after pauses that grow.
 */
@Injectable()
export class HarnessPauses {
  private readonly pauses = new Map<string, Pause>();

  /** The harness was found unable; answers how long its rows wait. Those that fail within one pause share it. */
  pause(harness: string, reason: string, detail: string | null, now: number): Hold & { until: number } {
    const last = this.pauses.get(harness);
    if (last !== undefined && lasts(last, now)) return last.hold;
    const lastedMs = Math.min(last === undefined ? FIRST_PAUSE_MS : last.lastedMs * 2, LONGEST_PAUSE_MS);
    const pause = { hold: { reason, detail, until: now + lastedMs }, lastedMs };
    this.pauses.set(harness, pause);
    return pause.hold;
  }

  /** What the rows of this harness wait for now. */
  of(harness: string, now: number): Hold | undefined {
    const last = this.pauses.get(harness);
    return last !== undefined && lasts(last, now) ? last.hold : undefined;
  }

  /** A turn got through, or the owner says that it will. */
  lift(harness: string): void {
    this.pauses.delete(harness);
  }
}

/** A pause that seems to be longer than it was made began before the clock was set back. */
function lasts({ hold, lastedMs }: Pause, now: number): boolean {
  return hold.until > now && hold.until <= now + lastedMs;
}
