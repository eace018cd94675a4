import type { DoorRules } from './door.js';

/** The rules of the door as they are now; everybody asks here, so that they can change while the server runs. */
export class DoorRulesSource {
  constructor(public current: DoorRules) {}
}
