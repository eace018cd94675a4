import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { type Activity, activityOf, type Fact } from '../events/activity.js';
import { ActivityEntity } from './entities/activity.entity.js';
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
    const { table, columns } = this.describe(entity);
    const given = columns.filter((column) => row[column.propertyName] !== undefined);
    const names = given.map((column) => column.databaseName).join(', ');
    const text = `INSERT INTO ${table} (${names}) VALUES (${given.map(() => '?').join(', ')})`;
    return this.run(text, this.bind(given, row)).lastInsertRowid;
  }

  /** Inserts, or does nothing when a unique index already holds the row; true when it was new. */
  insertNew<E extends ObjectLiteral>(entity: EntityTarget<E>, row: Partial<E>): boolean {
    const { table, columns } = this.describe(entity);
    const given = columns.filter((column) => row[column.propertyName] !== undefined);
    const names = given.map((column) => column.databaseName).join(', ');
    const text = `INSERT INTO ${table} (${names}) VALUES (${given.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`;
    return this.run(text, this.bind(given, row)).changes === 1;
  }

  /** Returns how many rows changed: 0 means the condition no longer held, which is an answer and no error. */
  update<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>, change: Partial<E>): number {
    const { table, columns } = this.describe(entity);
    const changed = columns.filter((column) => change[column.propertyName] !== undefined);
    const assignments = changed.map((column) => `${column.databaseName} = ?`).join(', ');
    const condition = this.condition(columns, where);
    return this.run(`UPDATE ${table} SET ${assignments}${condition.text}`, [
      ...this.bind(changed, change),
      ...condition.values,
    ]).changes;
  }

  delete<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): number {
    const { table, columns } = this.describe(entity);
    const condition = this.condition(columns, where);
    return this.run(`DELETE FROM ${table}${condition.text}`, condition.values).changes;
  }

  one<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>, order?: Order<E>): E | undefined {
    return this.many(entity, where, { by: order?.by ?? this.describe(entity).key, ...order, limit: 1 })[0];
  }

  many<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>, order?: Order<E>): E[] {
    const { table, columns } = this.describe(entity);
    const condition = this.condition(columns, where);
    const sorted = order === undefined ? '' : ` ORDER BY ${order.by}${order.descending ? ' DESC' : ''}`;
    const limited = order?.limit === undefined ? '' : ` LIMIT ${order.limit}`;
    const names = columns.filter((column) => column.isSelect).map((column) => column.databaseName);
    const text = `SELECT ${names.join(', ')} FROM ${table}${condition.text}${sorted}${limited}`;
    return this.select<Record<string, unknown>>(text, ...condition.values).map((row) => this.hydrate(entity, row));
  }

  count<E extends ObjectLiteral>(entity: EntityTarget<E>, where: Where<E>): number {
    const { table, columns } = this.describe(entity);
    const condition = this.condition(columns, where);
    const [row] = this.select<{ n: number }>(
      `SELECT count(*) AS n FROM ${table}${condition.text}`,
      ...condition.values,
    );
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
  hydrate<E extends ObjectLiteral>(entity: EntityTarget<E>, row: Record<string, unknown>): E {
    const result: Record<string, unknown> = {};
    for (const column of this.describe(entity).columns) {
      if (!(column.databaseName in row)) continue;
      result[column.propertyName] = this.dataSource.driver.prepareHydratedValue(row[column.databaseName], column);
    }
    return result as E;
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

  private describe<E extends ObjectLiteral>(entity: EntityTarget<E>) {
    const metadata = this.dataSource.getMetadata(entity);
    return {
      table: metadata.tableName,
      columns: metadata.columns,
      key: metadata.primaryColumns[0]!.propertyName as keyof E & string,
    };
  }

  private bind(columns: readonly ColumnMetadata[], row: ObjectLiteral): unknown[] {
    return columns.map((column): unknown =>
      this.dataSource.driver.preparePersistentValue(row[column.propertyName], column),
    );
  }

  private condition<E>(columns: readonly ColumnMetadata[], where: Where<E>): { text: string; values: unknown[] } {
    const parts: string[] = [];
    const values: unknown[] = [];
    for (const [property, wanted] of Object.entries(where)) {
      const column = columns.find((each) => each.propertyName === property);
      if (column === undefined) throw new Error(`No column "${property}" to compare with`);
      if (wanted === undefined) throw new Error(`The wanted value of "${property}" is undefined`);
      if (wanted === null) parts.push(`${column.databaseName} IS NULL`);
      else if (Array.isArray(wanted)) {
        parts.push(`${column.databaseName} IN (${wanted.map(() => '?').join(', ')})`);
        values.push(...(wanted as unknown[]));
      } else {
        parts.push(`${column.databaseName} = ?`);
        values.push(this.dataSource.driver.preparePersistentValue(wanted, column));
      }
    }
    return { text: parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`, values };
  }
}
