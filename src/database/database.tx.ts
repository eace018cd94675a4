import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import { type Activity, activityOf, type Fact } from '../events/activity.js';
import { ActivityEntity } from './entities/activity.entity.js';
import { EntityTable } from './entity.table.js';
import type { SqliteEngine } from './sqlite.engine.js';

/** Equality per property; `null` means IS NULL, a list means one of. */
export type Where<E> = { readonly [P in keyof E]?: E[P] | null | readonly E[P][] };
export interface Order<E> {
  readonly by: keyof E & string;
  readonly descending?: boolean;
  readonly limit?: number;
}

/**
 * An open transaction. Its calls are synchronous on purpose: work that cannot await cannot be interleaved with other
 * work, cannot wait for a process or the network, and cannot outlive its transaction.
 * It speaks in entities, through TypeORM's metadata; `select` and `execute` are for what that cannot say.
 */
export class Tx {
  private readonly facts: Activity[] = [];
  private live = true;

  constructor(
    private readonly engine: SqliteEngine,
    private readonly dataSource: DataSource,
    /** Epoch milliseconds, one moment for the whole transaction. Never an order: that is the sequence's job. */
    readonly now: number,
  ) {}

  /** Returns the row id, which is the value of an automatic sequence where the entity has one. */
  insert<E extends ObjectLiteral>(entity: EntityTarget<E>, row: Partial<E>): number {
    const { text, values } = this.table(entity).insertion(row);
    return this.run(text, values).lastInsertRowid;
  }

  /** Inserts, or does nothing when a unique index already holds the row; true when it was new. */
  insertNew<E extends ObjectLiteral>(entity: EntityTarget<E>, row: Partial<E>): boolean {
    const { text, values } = this.table(entity).insertion(row);
    return this.run(`${text} ON CONFLICT DO NOTHING`, values).changes === 1;
  }

  /** Returns how many rows changed: 0 means the condition no longer held, which is an answer and no error. */
  update<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>, change: Partial<E>): number {
    const table = this.table(entity);
    const changed = table.assignments(change);
    const condition = table.condition(where);
    const text = `UPDATE ${table.name} SET ${changed.text}${condition.text}`;
    return this.run(text, [...changed.values, ...condition.values]).changes;
  }

  delete<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): number {
    const table = this.table(entity);
    const condition = table.condition(where);
    return this.run(`DELETE FROM ${table.name}${condition.text}`, condition.values).changes;
  }

  one<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>, order?: Order<E>): E | undefined {
    return this.many(entity, where, { by: order?.by ?? this.table(entity).key, ...order, limit: 1 })[0];
  }

  many<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>, order?: Order<E>): E[] {
    const table = this.table(entity);
    const condition = table.condition(where);
    const sorted = order === undefined ? '' : ` ORDER BY ${order.by}${order.descending ? ' DESC' : ''}`;
    const limited = order?.limit === undefined ? '' : ` LIMIT ${order.limit}`;
    const text = `${table.selection}${condition.text}${sorted}${limited}`;
    return this.select<Row>(text, ...condition.values).map((row) => table.hydrate(row) as E);
  }

  count<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): number {
    const table = this.table(entity);
    const condition = table.condition(where);
    const text = `SELECT count(*) AS n FROM ${table.name}${condition.text}`;
    const [row] = this.select<{ n: number }>(text, ...condition.values);
    return row?.n ?? 0;
  }

  /** A query of our own; the text must be a constant. Rows come as the columns are stored. */
  select<R>(text: string, ...values: readonly unknown[]): R[] {
    this.assertLive();
    return this.engine.prepared(text).all(...values) as R[];
  }

  /** A change of our own; the text must be a constant. Returns how many rows changed. */
  execute(text: string, ...values: readonly unknown[]): number {
    return this.run(text, values).changes;
  }

  /** Turns a row of `select *` into its entity. */
  hydrate<E extends ObjectLiteral>(entity: EntityTarget<E>, row: Row): E {
    return this.table(entity).hydrate(row) as E;
  }

  /** Stores a fact with the transaction; it is announced once the commit is on disk, and never otherwise. */
  record(fact: Fact): Activity {
    const draft = activityOf(fact, 0, this.now);
    const { seq: _, ...row } = draft;
    const activity = { ...draft, seq: this.insert(ActivityEntity, row) };
    this.facts.push(activity);
    return activity;
  }

  /** Ends the use of this object and hands out what has to be announced. */
  end(): readonly Activity[] {
    this.live = false;
    return this.facts;
  }

  private run(text: string, values: readonly unknown[]): { changes: number; lastInsertRowid: number } {
    this.assertLive();
    return this.engine.prepared(text).run(...values);
  }

  private assertLive(): void {
    if (!this.live) throw new Error('A transaction was used after its end; everything inside run must be synchronous');
  }

  private table<E extends ObjectLiteral>(entity: EntityTarget<E>): EntityTable {
    return EntityTable.of(this.dataSource, entity);
  }
}

type Row = Record<string, unknown>;
