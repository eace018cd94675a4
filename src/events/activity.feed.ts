import { Injectable } from '@nestjs/common';
import { EventEmitter2 } from '@nestjs/event-emitter';
import type { Activity } from './activity.js';

const COMMITTED = 'activity.committed';

/**
 * The bell behind every watcher: log, live feed, reactions. It carries committed activity only. Watchers may miss an
 * announcement without anything going wrong; a watcher that throws is reported and disturbs nobody.
 */
@Injectable()
export class ActivityFeed {
  constructor(private readonly emitter: EventEmitter2) {
    this.emitter.setMaxListeners(0);
  }

  announce(activities: readonly Activity[]): void {
    for (const activity of activities) this.emitter.emit(COMMITTED, activity);
  }

  /** Calls back for every committed activity from now on; returns the way out. */
  listen(watcher: (activity: Activity) => void | Promise<void>): () => void {
    const guarded = (activity: Activity): void => {
      void Promise.resolve(activity)
        .then(watcher)
        .catch((error: unknown) => this.onDefect(error));
    };
    this.emitter.on(COMMITTED, guarded);
    return () => void this.emitter.off(COMMITTED, guarded);
  }

  get listenerCount(): number {
    return this.emitter.listenerCount(COMMITTED);
  }

  /** Replaced by the log at start; a defect of a watcher must not be lost silently. */
  onDefect: (error: unknown) => void = (error) => console.error(error);
}
