import { decide } from '../../src/routing/decide.js';
import type { RoutingPolicy } from '../../src/routing/routing-policy.js';
import type { RoutingDecision } from '../../src/routing/routing-decision.js';
import { formatWorkItemRef } from '../../src/sessions/work-item-ref.js';
import { type CaseSession, deliveryOf, type RoutingCase, routingCases } from './case-files.js';
import { NOTHING_KNOWN, OPEN_POLICY, routingService, session } from './in-memory.js';

const routing = routingService();
const cases = routingCases();

/** The case files, decided in memory: what the door does with them is tested through the door. */
describe('the routing cases', () => {
  test('are found', () => expect(cases.length).toBeGreaterThan(0));

  for (const each of cases) {
    const delivery = deliveryOf(each);
    if (delivery === undefined) continue;
    test(`${each.name}: ${each.title}`, () => {
      const event = routing.read(delivery.name, delivery.deliveryId, delivery.payload);
      const mentions = routing.mentions(event);
      const snapshot = {
        ...NOTHING_KNOWN,
        processed: (each.history?.processed ?? []).includes(delivery.deliveryId),
        hadBy: new Set(
          each.registry.filter((it) => it.recentDeliveries?.includes(delivery.deliveryId)).map(({ id }) => id),
        ),
        sessions: each.registry.map(sessionOf),
      };
      const verdict = decide(event, mentions, snapshot, policyOf(each));
      expect({ refs: mentions.map(({ ref }) => formatWorkItemRef(ref)), ...answerOf(verdict.decisions) }).toEqual(
        expectedOf(each),
      );
      expect(verdict.because).not.toBe('');
    });
  }
});

function policyOf({ config }: RoutingCase): RoutingPolicy {
  const { sessionPerPr, ...rest } = config;
  return { ...OPEN_POLICY, ...rest, sessionPerPr: sessionPerPr === false ? 'never' : 'cross-repository' };
}

function sessionOf(each: CaseSession) {
  return session(each.workItem.replace('github:', ''), {
    id: each.id,
    status: each.status,
    harness: each.harness,
    repositoryId: each.repositoryId ?? null,
    endpointOf: each.endpointOf?.replace('github:', ''),
    pullRequests: each.pullRequests?.map((ref) => ref.replace('github:', '')),
  });
}

function answerOf(decisions: readonly RoutingDecision[]): Record<string, unknown> {
  const [first] = decisions;
  if (first === undefined) throw new Error('A verdict without a decision');
  const { kind: decision, reason } = first;
  switch (first.kind) {
    case 'resume':
      return { decision, reason, session: first.sessionId, ...(first.declined && { declined: true }) };
    case 'close':
      return { decision, reason, sessions: decisions.map((each) => 'sessionId' in each && each.sessionId) };
    case 'spawn':
      return {
        decision,
        reason,
        spawnRef: formatWorkItemRef(first.workItem),
        harness: first.harness,
        ...(first.endpointOf && { endpointOf: formatWorkItemRef(first.endpointOf) }),
        ...(first.checkout && { checkout: { repo: first.checkout.repository, branch: first.checkout.branch } }),
      };
    case 'ignore':
      return { decision, reason };
  }
}

/** `drop` and `ignore` of the case files are both our `ignore`, told apart by their reason. */
function expectedOf({ expect: { http: _http, prompt: _prompt, decision, ...rest } }: RoutingCase) {
  return { ...rest, decision: decision === 'drop' ? 'ignore' : decision };
}
