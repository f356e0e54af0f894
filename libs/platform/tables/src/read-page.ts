import type { DataSource, SelectQueryBuilder } from 'typeorm';
import type { Columns } from './columns.ts';
import type { KeptRow, RowOf, Table } from './table.ts';

/** Query for a page of a table. Column names are those in code, and must have been validated by the caller. */
export interface PageQuery {
  readonly accountId: string;
  /** Text contained in one of these columns, ignoring case; `%` and `_` are literal. */
  readonly search?: {
    readonly text: string;
    readonly columns: readonly string[];
    /** Ids that a search elsewhere found, and the columns of ids that may hold one of them. */
    readonly found?: { readonly ids: readonly string[]; readonly columns: readonly string[] };
  } | null;
  readonly among?: Readonly<Record<string, readonly (string | boolean)[]>>;
  readonly between?: Readonly<Record<string, { readonly from: string | null; readonly to: string | null }>>;
  /** Whether a column must have a value (true) or must be null (false). */
  readonly present?: Readonly<Record<string, boolean>>;
  /** At least one of these columns has its value; empty = no rows. Absent = all rows. */
  readonly anyOf?: readonly (readonly [column: string, value: string])[];
  readonly order: {
    readonly column: string;
    readonly descending: boolean;
    /** Sort order of the values, where it is not alphabetical. */
    readonly ranked?: readonly string[] | null;
  };
  /** From 1. */
  readonly page: number;
  readonly size: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}
type Stored<C extends Columns> = RowOf<C> & KeptRow;

/** One page of a table's rows, with nulls in the sort column last, and the total number of rows. */
export async function readPage<C extends Columns>(
  db: DataSource,
  table: Table<C>,
  query: PageQuery,
): Promise<Page<Stored<C>>> {
  const { order, page, size } = query;
  const { type } = table.columns[order.column] ?? { type: 'text' };
  const column = `t.${order.column}`;
  const key = order.ranked
    ? `array_position(:ranked::text[], ${column})`
    : type === 'text'
      ? `lower(${column})`
      : // Parenthesised, it is an expression: a bare column under this alias would be missing in the row.
        `(${column})`;
  const direction = order.descending ? 'DESC' : 'ASC';
  const [rows, total] = await filtered(db, table, query)
    .addSelect(key, 'sort_key')
    .setParameter('ranked', order.ranked ?? null)
    .orderBy('sort_key', direction, 'NULLS LAST')
    .addOrderBy('t.id', 'ASC')
    .limit(size)
    .offset((page - 1) * size)
    .getManyAndCount();
  return { rows, total };
}

function filtered<C extends Columns>(
  db: DataSource,
  table: Table<C>,
  { accountId, search, among = {}, between = {}, present = {}, anyOf }: PageQuery,
): SelectQueryBuilder<Stored<C>> {
  const query = ofAccount(db, table, accountId);
  if (search) {
    const { text, columns, found = { ids: [], columns: [] } } = search;
    const conditions = [
      ...columns.map((column) => `t.${column} ilike :search`),
      ...found.columns.map((column) => `t.${column} = any(:found::uuid[])`),
    ];
    query.andWhere(`(${conditions.join(' or ') || 'false'})`, {
      search: `%${escapedLike(text)}%`,
      found: found.ids,
    });
  }
  for (const [column, values] of Object.entries(among))
    query.andWhere(`t.${column} in (:...among_${column})`, { [`among_${column}`]: values });
  for (const [column, { from, to }] of Object.entries(between)) {
    if (from !== null) query.andWhere(`t.${column} >= :from_${column}`, { [`from_${column}`]: from });
    if (to !== null) query.andWhere(`t.${column} <= :to_${column}`, { [`to_${column}`]: to });
  }
  for (const [column, isPresent] of Object.entries(present))
    query.andWhere(`t.${column} is ${isPresent ? 'not ' : ''}null`);
  if (anyOf) {
    const own = anyOf.map(([column], at) => `t.${column} = :own_${at}`).join(' or ');
    const values = Object.fromEntries(anyOf.map(([, value], at) => [`own_${at}`, value]));
    query.andWhere(own === '' ? 'false' : `(${own})`, values);
  }
  return query;
}

/** Text of a `like` pattern that matches these characters literally. */
export const escapedLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const ofAccount = <C extends Columns>(db: DataSource, { entity }: Table<C>, accountId: string) =>
  db.getRepository(entity).createQueryBuilder('t').where('t.accountId = :accountId', { accountId });

/** Rows that changed after a cursor, in the order of their changes. */
export const readChanged = <C extends Columns>(
  db: DataSource,
  table: Table<C>,
  accountId: string,
  after: number,
  limit: number,
): Promise<Stored<C>[]> =>
  ofAccount(db, table, accountId)
    .andWhere('t.changed > :after', { after })
    .orderBy('t.changed', 'ASC')
    .limit(limit)
    .getMany();

/** The newest cursor of an account's rows; -1 while there are none. */
export async function newestChange<C extends Columns>(
  db: DataSource,
  table: Table<C>,
  accountId: string,
): Promise<number> {
  const newest = await ofAccount(db, table, accountId)
    .select('max(t.changed)', 'newest')
    .getRawOne<{ newest: string | null }>();
  return Number(newest?.newest ?? -1);
}
