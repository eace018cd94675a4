import { AppConfig } from '../../src/config/app-config.js';
import { decide } from '../../src/routing/decide.js';
import { policyFrom } from '../../src/routing/policy-from-config.js';
import type { RoutingDecision, Verdict } from '../../src/routing/routing-decision.js';
import type { RoutingPolicy } from '../../src/routing/routing-policy.js';
import type { SuiteReport } from '../../src/routing/suite-report.js';
import { type LinkView, type SessionView } from '../../src/sessions/session-view.js';
import { sameWorkItem, workItemKey } from '../../src/sessions/work-item-ref.js';
import { routingService } from './in-memory.js';

export type Sent = readonly [name: string, payload: unknown];

/** The settings `the-loop init` gives: routing on, work started by label, noise filtered. */
export function usualPolicy(): RoutingPolicy {
  const config = new AppConfig();
  config.webhooks.ghWebhook.routing.enabled = true;
  config.webhooks.ghWebhook.routing.spawnOnUnmatched = 'labeled';
  return policyFrom(config);
}

/** Just enough of the product to see what a sequence of deliveries comes to: sessions, links, suites, in memory. */
export class SmallWorld {
  readonly decisions: RoutingDecision[] = [];
  private readonly routing = routingService();
  private readonly suites = new Map<string, SuiteReport>();
  private readonly known = new Set<string>();

  constructor(
    private sessions: SessionView[] = [],
    private readonly policy: RoutingPolicy = usualPolicy(),
  ) {}

  send(...deliveries: readonly Sent[]): this {
    for (const [name, payload] of deliveries) this.take(name, payload);
    return this;
  }

  /** Turns that would run: sessions started and woken. */
  get turns(): number {
    return this.decisions.filter(({ kind }) => kind === 'resume' || kind === 'spawn').length;
  }

  get spawns(): number {
    return this.decisions.filter(({ kind }) => kind === 'spawn').length;
  }

  private take(name: string, payload: unknown): void {
    const event = this.routing.read(name, `d-${this.decisions.length}`, payload);
    const named = this.routing.mentions(event);
    const suiteKey = event.ci?.suiteKey ?? '';
    const snapshot = {
      processed: false,
      hadBy: new Set<string>(),
      sameContentAs: null,
      sessions: this.sessions,
      heads: [],
      knownItems: this.known,
      suite: this.suites.get(suiteKey) ?? null,
    };
    const verdict = decide(event, named, snapshot, this.policy);
    if (event.subject !== null) this.known.add(workItemKey(event.subject.ref));
    if (verdict.facts.suite !== null) this.suites.set(suiteKey, verdict.facts.suite);
    this.learn(verdict);
    this.apply(verdict);
  }

  private learn({ facts }: Verdict): void {
    for (const { sessionId, ref } of facts.links) {
      this.change(sessionId, ({ links }) => ({ links: [...links, { ref, open: true }] }));
    }
    for (const { ref, open } of facts.linkStates) {
      const updated = (link: LinkView) => (sameWorkItem(link.ref, ref) ? { ref, open } : link);
      this.sessions = this.sessions.map((each) => ({ ...each, links: each.links.map(updated) }));
    }
  }

  private apply({ decisions }: Verdict): void {
    for (const decision of decisions) {
      this.decisions.push(decision);
      if (decision.kind === 'close') this.change(decision.sessionId, () => ({ status: 'closed' }));
      if (decision.kind === 'resume') this.change(decision.sessionId, () => ({ status: 'active' }));
      if (decision.kind === 'spawn') this.start(decision);
    }
  }

  private start({ workItem, repositoryId, harness, endpointOf }: Extract<RoutingDecision, { kind: 'spawn' }>): void {
    const id = `s-${this.sessions.length}`;
    const state = { status: 'starting', links: [], createdAt: 0, closedAt: null } as const;
    this.sessions.push({ id, workItem, repositoryId, harness, endpointOf: endpointOf ?? null, ...state });
  }

  private change(id: string, to: (session: SessionView) => Partial<SessionView>): void {
    this.sessions = this.sessions.map((each) => (each.id === id ? { ...each, ...to(each) } : each));
  }
}
