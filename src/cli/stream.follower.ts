import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from './cli-error.js';
import type { ControlAccess } from './server.locator.js';
import { StreamCutError, subscribe } from './subscription.socket.js';

export interface Follow<T> {
  readonly query: string;
  /** Variables that make the server go on after what was seen. */
  readonly variables: () => Record<string, unknown>;
  readonly locate: () => Promise<ControlAccess>;
  readonly onItem: (item: T) => void;
  /** Told once per interruption. */
  readonly onCut?: () => void;
  readonly signal?: AbortSignal;
}

const PAUSES_MS = [100, 250, 500, 1_000, 2_000];

/**
 * Reads a subscription to its end and survives what lies between: a server that restarts, also on another port, or that
 * cuts off a slow reader. The cursor in `variables` makes the second stream begin where the first one broke.
 */
export async function follow<T>({ query, variables, locate, onItem, onCut, signal }: Follow<T>): Promise<void> {
  for (let misses = 0; signal?.aborted !== true; misses++) {
    try {
      const server = misses === 0 ? await locate() : await whenBack(locate);
      if (server !== undefined) {
        for await (const item of subscribe<T>(server, query, variables(), signal)) {
          misses = 0;
          onItem(item);
        }
        return;
      }
    } catch (error) {
      if (!canComeBack(error, misses)) throw error;
      if (misses === 0) onCut?.();
    }
    await sleep(PAUSES_MS[Math.min(misses, PAUSES_MS.length - 1)], undefined, { signal }).catch(() => undefined);
  }
}

/** A server that is down while it restarts is waited for. */
async function whenBack(locate: () => Promise<ControlAccess>): Promise<ControlAccess | undefined> {
  try {
    return await locate();
  } catch (error) {
    if (error instanceof CliError && error.code === 'not-running') return undefined;
    throw error;
  }
}

/** Between two servers the token file and the address may be of different ones for a moment. */
function canComeBack(error: unknown, misses: number): boolean {
  return error instanceof StreamCutError || (misses > 0 && error instanceof CliError && error.code === 'unauthorized');
}
