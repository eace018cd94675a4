import { decide } from '../../src/routing/decide.js';
import type { RoutingDecision, Verdict } from '../../src/routing/routing-decision.js';
import type { RoutingPolicy } from '../../src/routing/routing-policy.js';
import type { RoutingSnapshot } from '../../src/routing/routing-snapshot.js';
import type { SessionView } from '../../src/sessions/session-view.js';
import { formatWorkItemRef, type WorkItemRef } from '../../src/sessions/work-item-ref.js';
import { NOTHING_KNOWN, OPEN_POLICY, routingService } from './in-memory.js';

export interface Given {
  readonly event: string;
  readonly payload: unknown;
  readonly sessions?: readonly SessionView[];
  readonly policy?: Partial<RoutingPolicy>;
  readonly known?: Partial<RoutingSnapshot>;
}

const routing = routingService();

export function verdictOn({ event: name, payload, sessions = [], policy = {}, known = {} }: Given): Verdict {
  const event = routing.read(name, 'd-1', payload);
  const snapshot = { ...NOTHING_KNOWN, sessions, ...known };
  return decide(event, routing.mentions(event), snapshot, { ...OPEN_POLICY, ...policy });
}

/** A verdict in a few words: `resume s-12 matched`, `spawn #12 label`, `close s-12 s-44 pr-merged`, `ignore ping`. */
export function inWords({ decisions }: Verdict): string {
  const [first] = decisions;
  if (first === undefined) return 'nothing';
  const subjects = decisions.map(subjectOf).filter((each) => each !== '');
  return [first.kind, ...subjects, first.reason].join(' ');
}

function subjectOf(decision: RoutingDecision): string {
  switch (decision.kind) {
    case 'resume':
      return decision.declined === undefined ? decision.sessionId : `${decision.sessionId} (${decision.declined})`;
    case 'close':
      return decision.sessionId;
    case 'spawn':
      return short(decision.workItem) + (decision.endpointOf ? ` for ${short(decision.endpointOf)}` : '');
    case 'ignore':
      return '';
  }
}

/** `#12` in the repository most tests are about, `octo-lib#7` elsewhere. */
export function short(ref: WorkItemRef): string {
  return formatWorkItemRef(ref).replace('github:octo-org/octo-repo', '').replace('github:octo-org/', '');
}
