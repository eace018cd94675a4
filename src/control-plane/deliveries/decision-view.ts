import type { RoutingDecision } from '../../routing/routing-decision.js';

export interface MentionView {
  readonly workItem: string;
  readonly evidence: string;
  readonly field: string;
}

export interface DecisionStep {
  readonly kind: RoutingDecision['kind'];
  readonly reason: string;
  readonly sessionId: string | null;
  readonly workItem: string | null;
  readonly harness: string | null;
  readonly endpointOf: string | null;
  readonly declined: string | null;
}

/** A decision as people read it. */
export interface DecisionView {
  readonly because: string | null;
  readonly mentions: readonly MentionView[];
  readonly steps: readonly DecisionStep[];
}

/** Reads what was stored with a delivery. It may come from an earlier release, so nothing is taken for granted. */
export function decisionView(evidence: Readonly<Record<string, unknown>>): DecisionView {
  return {
    because: text(evidence.because),
    mentions: records(evidence.mentions).map((mention) => ({
      workItem: text(mention.ref) ?? '',
      evidence: text(mention.evidence) ?? '',
      field: text(mention.field) ?? '',
    })),
    steps: records(evidence.decisions).map((step) => ({
      kind: (text(step.kind) ?? 'ignore') as RoutingDecision['kind'],
      reason: text(step.reason) ?? '',
      sessionId: text(step.sessionId),
      workItem: text(step.workItem),
      harness: text(step.harness),
      endpointOf: text(step.endpointOf),
      declined: text(step.declined),
    })),
  };
}

function records(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null);
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
