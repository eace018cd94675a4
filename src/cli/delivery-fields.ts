import type { DispatchFields } from './dispatch-fields.js';

/** A delivery as the control plane tells it. */
export interface DeliveryFields {
  readonly id: string;
  readonly seq: number;
  readonly event: string;
  readonly action: string | null;
  readonly receivedAt: string;
  readonly receivedCount: number;
  readonly outcome: string;
  readonly reason: string;
  readonly refs: readonly string[];
  readonly actor: string | null;
  readonly error: string | null;
  readonly replayOf: string | null;
}

export interface DecisionFields {
  readonly because: string | null;
  readonly mentions: readonly { readonly workItem: string; readonly evidence: string; readonly field: string }[];
  readonly steps: readonly {
    readonly kind: string;
    readonly reason: string;
    readonly sessionId: string | null;
    readonly workItem: string | null;
    readonly harness: string | null;
  }[];
}

export interface DeliveryDetails extends DeliveryFields {
  readonly decision: DecisionFields;
  readonly dispatches: readonly DispatchFields[];
  readonly explanation: string;
  /** Only where it was asked for. */
  readonly payload?: string | null;
}
