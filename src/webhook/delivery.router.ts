import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import { decide } from '../routing/decide.js';
import type { GithubEvent } from '../routing/github-event.js';
import type { Mention } from '../routing/mention.js';
import type { RoutingDecision, Verdict } from '../routing/routing-decision.js';
import { RoutingService } from '../routing/routing.service.js';
import type { RoutingSnapshot } from '../routing/routing-snapshot.js';
import { RepositoryIdentity } from '../sessions/repository.identity.js';
import { contentHash } from './content-hash.js';
import type { Delivery } from './door.js';
import { RoutingPolicySource } from './routing-policy.source.js';
import { SnapshotStore } from './snapshot.store.js';
import { SpawnDirectories } from './spawn.directories.js';

/** What a delivery says, as far as that needs no look at anything stored. */
export interface ReadDelivery {
  readonly event: GithubEvent;
  readonly mentions: readonly Mention[];
  readonly contentHash: string;
}

/** A delivery with the answer to it and what the answer rests on. */
export interface RoutedDelivery extends ReadDelivery {
  readonly snapshot: RoutingSnapshot;
  readonly verdict: Verdict;
}

/** Reads a delivery, looks up who may be concerned, and lets the rules decide. */
@Injectable()
export class DeliveryRouter {
  constructor(
    private readonly routing: RoutingService,
    private readonly repositories: RepositoryIdentity,
    private readonly snapshots: SnapshotStore,
    private readonly policy: RoutingPolicySource,
    private readonly directories: SpawnDirectories,
  ) {}

  read(delivery: Delivery): ReadDelivery {
    const event = this.routing.read(delivery.event, delivery.deliveryId, delivery.payload);
    return { event, mentions: this.routing.mentions(event), contentHash: contentHash(delivery.payload) };
  }

  route(tx: Tx, read: ReadDelivery, { known, replay }: { known: boolean; replay: boolean }): RoutedDelivery {
    if (read.event.repository !== null) this.repositories.learn(tx, read.event.repository);
    const snapshot = this.snapshots.take(tx, { ...read, known, replay });
    const verdict = decide(read.event, read.mentions, snapshot, this.policy.current);
    return {
      ...read,
      snapshot,
      verdict: { ...verdict, decisions: verdict.decisions.map((each) => this.placed(each)) },
    };
  }

  /** A session that would have nowhere to work is not started. */
  private placed(decision: RoutingDecision): RoutingDecision {
    const homeless = decision.kind === 'spawn' && this.directories.of(decision) === undefined;
    return homeless ? { kind: 'ignore', reason: 'no-directory' } : decision;
  }
}
