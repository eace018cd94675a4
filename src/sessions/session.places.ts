import { Injectable } from '@nestjs/common';
import { realpath } from 'node:fs/promises';
import { AppConfig } from '../config/app-config.js';
import { isWithin } from '../config/within.js';
import { Transactions } from '../database/database.transactions.js';
import type { Tx } from '../database/database.tx.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { type WorkItemRef, workItemKey } from './work-item-ref.js';

type Neighbour = Pick<SessionEntity, 'id' | 'workItem' | 'workItemKey' | 'cwd'>;

/** Directories as they were found, so that a transaction can compare places without looking at the disk. */
export interface Surroundings {
  /** The real path of the directory that is asked about. */
  readonly place: string;
  /** Whether it lies below the root of our own checkouts, where every tree has one owner. */
  readonly isOwned: boolean;
  /** Real paths of the directories of open sessions. */
  readonly places: ReadonlyMap<string, string>;
}

/** Who works where. Places are compared, not texts: a link or another spelling leads to the same tree. */
@Injectable()
export class SessionPlaces {
  constructor(
    private readonly transactions: Transactions,
    private readonly config: AppConfig,
  ) {}

  async around(cwd: string): Promise<Surroundings> {
    const { root } = this.config.webhooks.ghWebhook.routing.workspace;
    const open = await this.transactions.run((tx) => openSessions(tx));
    const places = new Map<string, string>();
    for (const { cwd: each } of open) if (!places.has(each)) places.set(each, await real(each));
    const place = await real(cwd);
    return { place, places, isOwned: root !== '' && isWithin(await real(root), place) };
  }

  /** The first open session of another item that works there; in a tree of our own, also inside it or around it. */
  neighbour(tx: Tx, ref: WorkItemRef, { place, places, isOwned }: Surroundings): Neighbour | undefined {
    const key = workItemKey(ref);
    return openSessions(tx).find(({ workItemKey: each, cwd }) => {
      const other = places.get(cwd) ?? cwd;
      const meets = other === place || (isOwned && (isWithin(other, place) || isWithin(place, other)));
      return each !== key && meets;
    });
  }
}

function openSessions(tx: Tx): Neighbour[] {
  return tx.select(`SELECT id, workItem, workItemKey, cwd FROM session WHERE status <> 'closed' ORDER BY createdAt`);
}

function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
