import { Injectable } from '@nestjs/common';
import { join } from 'node:path';
import { AppConfig } from '../config/app-config.js';
import { spawnDirectory } from '../config/spawn-directory.js';
import type { RoutingDecision } from '../routing/routing-decision.js';
import { RoutingPolicySource } from './routing-policy.source.js';

export type Spawn = Extract<RoutingDecision, { kind: 'spawn' }>;

/** Where new sessions work. */
@Injectable()
export class SpawnDirectories {
  constructor(
    private readonly config: AppConfig,
    private readonly policy: RoutingPolicySource,
  ) {}

  /** undefined when the configuration names no place for the repository of the item. */
  of({ workItem: { owner, repo, number }, checkout }: Spawn): string | undefined {
    const { spawnWorkdir } = this.config.webhooks.ghWebhook.routing;
    if (checkout === undefined) return spawnDirectory(spawnWorkdir, owner, repo);
    const root = this.policy.current.workspaceRoot;
    return root === null ? undefined : join(root, owner, repo, `${number}`);
  }
}
