import type { WorldFinding } from './crash.world.js';

export interface Replacement {
  /** A compiled file of the product. */
  readonly file: string;
  /** Must occur exactly once. */
  readonly found: RegExp;
  readonly by: string;
}

/** A fault that the driver has to notice, put into a copy of the build. */
export interface PlantedFault {
  readonly name: string;
  readonly replacements: readonly Replacement[];
  /** What the driver has to say of it. */
  readonly charge: WorldFinding['charge'];
  /** How long the driver is let loose on it. */
  readonly cycles: number;
  readonly rounds: number;
}

export const PLANTED_FAULTS: readonly PlantedFault[] = [
  {
    name: 'acknowledge before commit',
    charge: 'lost',
    cycles: 0,
    rounds: 1,
    replacements: [
      {
        file: 'src/webhook/intake.service.js',
        found: /const \{ answer, tickets \} = await (this\.transactions\.run\(.*\));/,
        by: `const { deliveryId } = delivery;
            $1.then(({ tickets }) => tickets.forEach((ticket) => this.lanes.push(ticket)), () => undefined);
            return { deliveryId, outcome: 'accepted', reason: 'planted', decisions: [] };
            const answer = undefined, tickets = [];`,
      },
    ],
  },
  {
    name: 'no claim condition',
    charge: 'run twice',
    cycles: 8,
    rounds: 0,
    replacements: [
      { file: 'src/dispatch/dispatch.runner.js', found: /this\.claims\.next\(ticket\.sessionId\)/, by: 'this.claims.next(ticket.sessionId, ticket.dispatchId)' }, // prettier-ignore
      { file: 'src/dispatch/dispatch.claims.js', found: /async next\(sessionId\) \{/, by: 'async next(sessionId, dispatchId) {' }, // prettier-ignore
      { file: 'src/dispatch/dispatch.claims.js', found: /this\.take\(tx, sessionId, issued\)/, by: 'this.take(tx, sessionId, issued, dispatchId)' }, // prettier-ignore
      { file: 'src/dispatch/dispatch.claims.js', found: /take\(tx, sessionId, issued\) \{/, by: 'take(tx, sessionId, issued, dispatchId) {' }, // prettier-ignore
      { file: 'src/dispatch/dispatch.claims.js', found: /this\.queue\.head\(tx, sessionId\)/, by: 'this.queue.get(tx, dispatchId)' }, // prettier-ignore
      { file: 'src/dispatch/dispatch-statements.js', found: /WHERE id = \? AND state = 'queued' AND NOT EXISTS \([^`]*`/, by: 'WHERE id = ?`' }, // prettier-ignore
    ],
  },
  {
    name: 'recovery before the lock',
    charge: 'recovered without the lock',
    cycles: 1,
    rounds: 0,
    replacements: [
      { file: 'src/server.js', found: /const lock = InstanceLock\.take\(paths\.lock\);/, by: '' },
      { file: 'src/server.js', found: /const undo = \[\(\) => lock\.release\(\)\];/, by: 'const undo = [];' },
      {
        file: 'src/server.js',
        found: /await app\.get\(DispatchService, ANYWHERE\)\.start\(\);/,
        by: '$& const lock = InstanceLock.take(paths.lock); undo.push(() => lock.release());',
      },
    ],
  },
  {
    name: 'leftovers of a turn are not swept',
    charge: 'orphaned',
    cycles: 12,
    rounds: 0,
    replacements: [{ file: 'src/harness/turn.ending.js', found: /async end\(run\) \{/, by: '$& return [];' }],
  },
];
