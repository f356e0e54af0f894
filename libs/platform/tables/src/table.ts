import { EntitySchema, type EntitySchemaColumnOptions, type ValueTransformer } from 'typeorm';
import type { Column, Columns } from './columns.ts';

/** A row of a table, keyed by the names in code. */
export type RowOf<C extends Columns> = {
  [K in keyof C]: C[K] extends Column<infer T> ? T : never;
};
/** Columns of every table: account, id, and place in the feed. */
export interface KeptRow {
  readonly accountId: string;
  readonly id: string;
  /** Cursor of the feed: drawn anew at each change. */
  readonly changed: number;
}

/** A read-model table (schema `read`), defined by a single list of columns. */
export interface Table<C extends Columns = Columns> {
  readonly name: string;
  readonly columns: C;
  /** Columns often used as filters; each gets an index after the account. */
  readonly indexed: readonly (keyof C & string)[];
  readonly entity: EntitySchema<RowOf<C> & KeptRow>;
}

/** Name of a column in the database. */
export const columnName = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const ISO: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
};
/** Postgres sends `bigint` as text; cursors and amounts stay below 2^53. */
const NUMBER: ValueTransformer = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null ? null : Number(value)),
};

export function defineTable<C extends Columns>(
  name: string,
  columns: C,
  indexed: readonly (keyof C & string)[] = [],
): Table<C> {
  const own = Object.entries<Column>(columns).map(([key, { type, isNullable }]) => [
    key,
    {
      type,
      name: columnName(key),
      nullable: isNullable,
      ...(type === 'timestamptz' && { transformer: ISO }),
      ...(type === 'bigint' && { transformer: NUMBER }),
    } satisfies EntitySchemaColumnOptions,
  ]);
  const entity = new EntitySchema<RowOf<C> & KeptRow>({
    name: `read.${name}`,
    schema: 'read',
    tableName: name,
    synchronize: false,
    columns: {
      accountId: { type: 'uuid', name: 'account_id', primary: true },
      id: { type: 'uuid', primary: true },
      ...Object.fromEntries(own),
      changed: { type: 'bigint', transformer: NUMBER },
    } as never,
  });
  return { name, columns, indexed, entity };
}
