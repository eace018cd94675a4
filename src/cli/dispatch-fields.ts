/** A dispatch as the control plane tells it. */
export interface DispatchFields {
  readonly id: string;
  readonly seq: number;
  readonly sessionId: string;
  readonly deliveryId: string | null;
  readonly kind: string;
  readonly reason: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly detail: string | null;
  readonly heldUntil: string | null;
  readonly attempts: number;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly deniedPermissions: number | null;
  readonly costUsd: number | null;
}
