import type { RoutingPolicy } from '../routing/routing-policy.js';

/** The policy that decides deliveries now; everybody asks here, so that it can change while the server runs. */
export class RoutingPolicySource {
  constructor(public current: RoutingPolicy) {}
}
