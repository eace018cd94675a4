import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import { decide } from '../routing/decide.js';
import type { GithubEvent } from '../routing/github-event.js';
import { IGNORE_REASONS } from '../routing/ignore-reason.js';
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
  readonly payload: Delivery['payload'];
}

/** A delivery with the answer to it and what the answer rests on. */
export interface RoutedDelivery extends ReadDelivery {
  readonly snapshot: RoutingSnapshot;
  readonly verdict: Verdict;
  /** Known by which the same content is recognised later; null where nothing happened that could happen twice. */
  readonly contentHash: string | null;
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

  read({ event: name, deliveryId, payload }: Delivery): ReadDelivery {
    const event = this.routing.read(name, deliveryId, payload);
    return { event, mentions: this.routing.mentions(event), payload };
  }

  route(tx: Tx, read: ReadDelivery, { known, replay }: { known: boolean; replay: boolean }): RoutedDelivery {
    const { event, mentions, payload } = read;
    if (event.repository !== null) this.repositories.learn(tx, event.repository);
    const snapshot = this.snapshots.take(tx, { event, mentions, known, replay });
    const verdict = this.decide(read, snapshot);
    if (verdict.decisions.every(({ kind }) => kind === 'ignore'))
      return { ...read, snapshot, verdict, contentHash: null };

    // Only what would wake or end somebody can do so twice; to hash every payload would be half the cost of intake.
    const hash = contentHash(payload);
    const sameContentAs = replay ? null : this.snapshots.sameContentAs(tx, event, hash);
    if (sameContentAs === null) return { ...read, snapshot, verdict, contentHash: hash };
    const repeated = { ...snapshot, sameContentAs };
    return { ...read, snapshot: repeated, verdict: this.decide(read, repeated), contentHash: hash };
  }

  private decide({ event, mentions }: ReadDelivery, snapshot: RoutingSnapshot): Verdict {
    const verdict = decide(event, mentions, snapshot, this.policy.current);
    return verdict.decisions.some((each) => this.isHomeless(each)) ? { ...verdict, ...NOWHERE } : verdict;
  }

  /** A session that would have nowhere to work is not started. */
  private isHomeless(decision: RoutingDecision): boolean {
    return decision.kind === 'spawn' && this.directories.of(decision) === undefined;
  }
}

const NOWHERE: Pick<Verdict, 'decisions' | 'because'> = {
  decisions: [{ kind: 'ignore', reason: 'no-directory' }],
  because: IGNORE_REASONS['no-directory'],
};
