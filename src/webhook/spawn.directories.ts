import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import { spawnDirectory } from '../config/spawn-directory.js';
import type { WantedCheckout } from '../database/entities/session.entity.js';
import type { RoutingDecision } from '../routing/routing-decision.js';
import { checkoutPath } from '../workspace/checkout-name.js';
import { RoutingPolicySource } from './routing-policy.source.js';
import { type Seen, wantedCheckout } from './wanted-checkout.js';

export type Spawn = Extract<RoutingDecision, { kind: 'spawn' }>;

/** Where new sessions work. */
@Injectable()
export class SpawnDirectories {
  constructor(
    private readonly config: AppConfig,
    private readonly policy: RoutingPolicySource,
  ) {}

  /** undefined when the configuration names no place for the repository of the item. */
  of({ workItem }: Spawn): string | undefined {
    if (this.policy.current.workspaceRoot !== null) return checkoutPath(this.policy.current.workspaceRoot, workItem);
    const { spawnWorkdir } = this.config.webhooks.ghWebhook.routing;
    return spawnDirectory(spawnWorkdir, workItem.owner, workItem.repo);
  }

  /** What has to be prepared there before the first turn; null when sessions work in a directory that is simply there. */
  checkoutOf(seen: Seen, spawn: Spawn): WantedCheckout | null {
    return this.policy.current.workspaceRoot === null ? null : wantedCheckout(seen, spawn);
  }
}
