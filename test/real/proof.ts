import type { RealWorld } from './real.world.js';

/** One promise, shown with the real program. */
export interface Proof {
  readonly claim: string;
  /** Throws when the promise is broken; otherwise says in a few words what was seen. */
  show(world: RealWorld): Promise<string>;
}
