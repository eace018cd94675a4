import { catchError, concatMap, defer, finalize, groupBy, mergeMap, Observable, of, Subject } from 'rxjs';

/** A hint that a row may be due. The row is the truth: a ticket too many does no harm. */
export interface Ticket {
  readonly sessionId: string;
  readonly dispatchId: string;
}

interface Lane {
  pending: number;
  readonly idle: Subject<void>;
}

interface Offer {
  readonly ticket: Ticket;
  readonly done: () => void;
}

/**
 * One lane per session, one ticket of it at a time; lanes side by side under one limit. The limit counts running turns
 * and not lanes: groups beyond a limit on groups are never served. A lane ends in the tick in which its last ticket
 * ends: one that expired by time could run beside its successor.
 */
export class DispatchLanes {
  private readonly inbox = new Subject<Ticket>();
  private readonly offers = new Subject<Offer>();
  private readonly lanes = new Map<string, Lane>();
  private run?: (ticket: Ticket) => Promise<void>;
  private ready?: (ticket: Ticket) => Promise<void>;
  private drain: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly slots: number,
    private readonly onDefect: (error: unknown, ticket: Ticket) => void,
  ) {}

  /**
   * Tickets pushed earlier are dropped: whoever starts the lanes pushes what waits. What a turn needs first is made in
   * `ready`, which may take long: its lane waits for that, and no slot is held meanwhile.
   */
  start(run: (ticket: Ticket) => Promise<void>, ready?: (ticket: Ticket) => Promise<void>): void {
    if (this.run !== undefined || this.stopped) return;
    this.run = run;
    this.ready = ready;
    this.drain = new Promise((resolve) => {
      this.offers.pipe(mergeMap((offer) => this.turn(offer), this.slots)).subscribe({ complete: resolve });
    });
    this.inbox
      .pipe(
        groupBy((ticket) => ticket.sessionId, { duration: (lane) => this.lanes.get(lane.key)!.idle }),
        mergeMap((lane) => lane.pipe(concatMap((ticket) => this.offer(ticket)))),
      )
      .subscribe({ complete: () => this.offers.complete() });
  }

  push(ticket: Ticket): void {
    if (this.run === undefined || this.stopped) return;
    const lane = this.lanes.get(ticket.sessionId) ?? { pending: 0, idle: new Subject<void>() };
    this.lanes.set(ticket.sessionId, lane);
    lane.pending += 1;
    this.inbox.next(ticket);
  }

  /** Takes no more tickets. Those already taken are still offered to `run`, which decides what to do with them. */
  stop(): Promise<void> {
    this.stopped = true;
    this.inbox.complete();
    return this.drained;
  }

  /** Settled when nothing runs and nothing will: after `stop`, once the last turn has ended. */
  get drained(): Promise<void> {
    return this.drain;
  }

  /** Lanes with a ticket waiting or running. */
  get size(): number {
    return this.lanes.size;
  }

  /** Ends with its turn. The slot is asked for outside, so that a waiting lane occupies none. */
  private offer(ticket: Ticket): Observable<never> {
    return new Observable((lane) => {
      const done = (): void => {
        this.leave(ticket.sessionId);
        lane.complete();
      };
      const ask = (): void => this.offers.next({ ticket, done });
      if (this.ready === undefined) return ask();
      this.ready(ticket)
        .catch((error: unknown) => this.onDefect(error, ticket)) // the turn finds out what is missing
        .then(ask, done);
    });
  }

  /** An error that got out of here would end the stream, and with it every session. */
  private turn({ ticket, done }: Offer): Observable<unknown> {
    return defer(() => this.run!(ticket)).pipe(
      catchError((error: unknown) => {
        this.onDefect(error, ticket);
        return of(undefined);
      }),
      finalize(done),
    );
  }

  private leave(sessionId: string): void {
    const lane = this.lanes.get(sessionId)!;
    lane.pending -= 1;
    if (lane.pending > 0) return;
    this.lanes.delete(sessionId);
    lane.idle.next();
  }
}
