import { Injectable } from '@nestjs/common';
import type { Tx } from '../database/database.tx.js';
import { DispatchEntity } from '../database/entities/dispatch.entity.js';
import type { SessionEntity } from '../database/entities/session.entity.js';
import { SessionStates } from '../sessions/session.states.js';
import { SessionStore } from '../sessions/session.store.js';
import { parseWorkItemRef } from '../sessions/work-item-ref.js';
import { DispatchJournal } from './dispatch.journal.js';
import { DispatchQueue } from './dispatch.queue.js';
import { WAITING } from './dispatch-transitions.js';
import { holdOf } from './session-hold.js';

export interface DeclineCause {
  readonly reason: string;
  readonly detail: string;
}

/** The reason of rows that go to the work item's session instead. */
const DECLINED = 'pr-session-declined';

/**
 * The end of a pull request's own session that could not begin, because there is no checkout to give it: its events are
 * the work item's session's again.
 */
@Injectable()
export class EndpointDecline {
  constructor(
    private readonly sessions: SessionStore,
    private readonly states: SessionStates,
    private readonly queue: DispatchQueue,
    private readonly journal: DispatchJournal,
  ) {}

  /** The rows that wait in the other session now; undefined when nobody is there to take them. */
  decline(tx: Tx, session: SessionEntity, { reason, detail }: DeclineCause): DispatchEntity[] | undefined {
    const item = this.itemOf(tx, session);
    if (item === undefined) return undefined;
    const rows = this.queue.unfinished(tx, session.id, WAITING).filter(({ kind }) => kind !== 'close');
    for (const { id, deliveryId } of rows) {
      // Their number in the inbox stays theirs, so they come between that session's own rows where they arrived.
      tx.update(DispatchEntity, { id }, { sessionId: item.id, kind: 'resume', reason: DECLINED });
      const about = { sessionId: item.id, workItem: session.workItem, dispatchId: id, deliveryId };
      tx.record({ name: 'session.pr_session_declined', ...about, reason, error: detail });
    }
    const taken = this.wait(tx, item, new Set(rows.map(({ id }) => id)));
    const closesAnyway = this.queue.unfinished(tx, session.id).some(({ kind }) => kind === 'close');
    if (!closesAnyway) this.states.closed(tx, session.id, reason);
    return taken;
  }

  private itemOf(tx: Tx, { endpointOf, harnessSessionId }: SessionEntity): SessionEntity | undefined {
    // A conversation that exists has its own memory of the pull request: its events are for it alone.
    if (endpointOf === null || harnessSessionId !== null) return undefined;
    const item = this.sessions.openFor(tx, parseWorkItemRef(endpointOf));
    return item?.status === 'closing' ? undefined : item;
  }

  private wait(tx: Tx, item: SessionEntity, ids: ReadonlySet<string>): DispatchEntity[] {
    this.queue.releaseHeld(tx, item.id, ({ id }) => ids.has(id));
    const hold = holdOf(item);
    if (hold !== undefined) this.queue.holdWaiting(tx, item.id, hold);
    const rows = [...ids].map((id) => this.queue.get(tx, id)!);
    for (const row of rows) this.journal.tell(tx, 'dispatch.queued', row, { reason: row.reason });
    return rows;
  }
}
