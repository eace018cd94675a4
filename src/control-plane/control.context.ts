import type { Caller } from './caller.js';

/** What every resolver may know of the one who asks. */
export interface ControlContext {
  readonly caller: Caller;
}
