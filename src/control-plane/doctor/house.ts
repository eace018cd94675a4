import type { AppConfig } from '../../config/app-config.js';
import type { StatePaths } from '../../config/state-paths.js';

/** What is looked at: a configuration, its state folder, and the surroundings a server has or would have. */
export interface House {
  readonly config: AppConfig;
  readonly paths: StatePaths;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** What a look at the stored rows tells, as far as the other looks need it. */
export interface StoredFacts {
  /** Open sessions: what they run on, and where. */
  readonly sessions: readonly { readonly harness: string; readonly cwd: string; readonly workItem: string }[];
  /** Harnesses whose rows wait for somebody to do something about them, and why. */
  readonly waiting: readonly { readonly harness: string; readonly outcome: string }[];
  /** Epoch milliseconds. */
  readonly lastDeliveryAt: number | null;
}

export const NOTHING_STORED: StoredFacts = { sessions: [], waiting: [], lastDeliveryAt: null };
