import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';

type Row = Record<string, unknown>;
type Converter = (value: unknown) => unknown;

interface Column {
  readonly name: string;
  readonly property: string;
  readonly toStored: Converter;
  readonly fromStored: Converter;
}

/** A statement's text with the values of its parameters. */
export interface Bound {
  readonly text: string;
  readonly values: unknown[];
}

const TABLES = new WeakMap<DataSource, Map<EntityTarget<ObjectLiteral>, EntityTable>>();
/** Stored as they are, unless a transformer is set. */
const PLAIN = new Set<unknown>(['text', 'integer', 'bigint', 'blob', 'double precision']);

/** An entity as SQL sees it, worked out once from TypeORM's metadata: this runs several times for every delivery. */
export class EntityTable {
  readonly name: string;
  /** Property of the primary column. */
  readonly key: string;
  /** SELECT … FROM, with every column that is not left out by default. */
  readonly selection: string;
  private readonly columns: readonly Column[];
  private readonly converted: readonly Column[];
  private readonly byProperty: ReadonlyMap<string, Column>;
  private readonly insertions = new Map<number, string>();

  static of<E extends ObjectLiteral>(dataSource: DataSource, entity: EntityTarget<E>): EntityTable {
    let tables = TABLES.get(dataSource);
    if (tables === undefined) TABLES.set(dataSource, (tables = new Map<EntityTarget<ObjectLiteral>, EntityTable>()));
    let table = tables.get(entity);
    if (table === undefined) tables.set(entity, (table = new EntityTable(dataSource, entity)));
    return table;
  }

  private constructor(dataSource: DataSource, entity: EntityTarget<ObjectLiteral>) {
    const metadata = dataSource.getMetadata(entity);
    this.name = metadata.tableName;
    this.key = metadata.primaryColumns[0]!.propertyName;
    this.columns = metadata.columns.map((column) => columnOf(dataSource, column));
    this.converted = this.columns.filter(({ fromStored }) => fromStored !== asItIs);
    this.byProperty = new Map(this.columns.map((column) => [column.property, column]));
    const selected = metadata.columns.filter(({ isSelect }) => isSelect).map(({ databaseName }) => databaseName);
    this.selection = `SELECT ${selected.join(', ')} FROM ${this.name}`;
  }

  /** The values that are given; the others are left to the table's defaults. */
  insertion(row: ObjectLiteral): Bound {
    const values: unknown[] = [];
    let given = 0; // one bit per column: which ones are in this statement
    for (const [place, { property, toStored }] of this.columns.entries()) {
      const value: unknown = row[property];
      if (value === undefined) continue;
      given += 2 ** place;
      values.push(toStored(value));
    }
    let text = this.insertions.get(given);
    if (text === undefined) this.insertions.set(given, (text = this.insertionText(row)));
    return { text, values };
  }

  /** `a = ?, b = ?` for the values that are given. */
  assignments(change: ObjectLiteral): Bound {
    const given = this.columns.filter(({ property }) => change[property] !== undefined);
    return {
      text: given.map(({ name }) => `${name} = ?`).join(', '),
      values: given.map(({ property, toStored }) => toStored(change[property])),
    };
  }

  /** Equality per property; `null` means IS NULL, a list means one of. Empty for no condition. */
  condition(where: object): Bound {
    const parts: string[] = [];
    const values: unknown[] = [];
    for (const [property, wanted] of Object.entries(where)) {
      const column = this.byProperty.get(property);
      if (column === undefined) throw new Error(`No column "${property}" to compare with`);
      if (wanted === undefined) throw new Error(`The wanted value of "${property}" is undefined`);
      if (wanted === null) parts.push(`${column.name} IS NULL`);
      else if (Array.isArray(wanted)) {
        parts.push(`${column.name} IN (${wanted.map(() => '?').join(', ')})`);
        values.push(...(wanted as unknown[]));
      } else {
        parts.push(`${column.name} = ?`);
        values.push(column.toStored(wanted));
      }
    }
    return { text: parts.length === 0 ? '' : ` WHERE ${parts.join(' AND ')}`, values };
  }

  /** A stored row with its columns as the entity has them. */
  hydrate(row: Row): Row {
    const entity: Row = {};
    for (const { name, property } of this.columns) if (name in row) entity[property] = row[name];
    for (const { property, fromStored } of this.converted) {
      if (property in entity) entity[property] = fromStored(entity[property]);
    }
    return entity;
  }

  private insertionText(row: ObjectLiteral): string {
    const names = this.columns.filter(({ property }) => row[property] !== undefined).map(({ name }) => name);
    return `INSERT INTO ${this.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  }
}

const asItIs: Converter = (value) => value;

function columnOf({ driver }: DataSource, column: ColumnMetadata): Column {
  const plain = PLAIN.has(column.type) && column.transformer === undefined;
  return {
    name: column.databaseName,
    property: column.propertyName,
    toStored: plain ? asItIs : (value) => driver.preparePersistentValue(value, column) as unknown,
    fromStored: plain ? asItIs : (value) => driver.prepareHydratedValue(value, column) as unknown,
  };
}
