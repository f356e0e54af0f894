import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnName, type Table } from './table.ts';

export type MigrationClass = new () => MigrationInterface & { readonly name: string };

/** Sequence of a table's feed cursors. */
export const sequenceOf = ({ name }: Pick<Table, 'name'>): string => `read.${name}_changed`;

/** SQL statements that create a table and its indexes. */
export function tableStatements(table: Table): string {
  const { name, columns, indexed } = table;
  const lines = Object.entries(columns).map(
    ([key, { type, isNullable }]) => `${columnName(key)} ${type}${isNullable ? '' : ' not null'}`,
  );
  const index = (columnsOf: readonly string[]): string =>
    `create index ${name}_by_${columnsOf.join('_')} on read.${name} (account_id, ${columnsOf.join(', ')});`;
  return `
    create schema if not exists read;
    create sequence ${sequenceOf(table)};
    create table read.${name} (
      account_id uuid not null,
      id uuid not null,
      ${lines.join(',\n      ')},
      changed bigint not null default nextval('${sequenceOf(table)}'),
      primary key (account_id, id)
    );
    ${[['changed'], ...indexed.map((key) => [columnName(key)])].map(index).join('\n    ')}
  `;
}

/**
 * Migration that creates a table with its current list of columns. A column added later needs its own migration, with
 * `add column if not exists` for databases that have the table already, and a higher version of the projector, so that
 * its rows are rebuilt.
 * @param moment milliseconds since 1970, which order the migrations; never changed after a release
 */
export function createTable(table: Table, moment: number): MigrationClass {
  return class implements MigrationInterface {
    readonly name = `Create_${table.name}_${moment}`;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(tableStatements(table));
    }

    async down(runner: QueryRunner): Promise<void> {
      await runner.query(`drop table read.${table.name}; drop sequence ${sequenceOf(table)};`);
    }
  };
}

/**
 * Migration that adds columns to a table of an earlier release; a newer one has them from `createTable`. They must be
 * nullable: the rows get their values when the projector, with its higher version, rebuilds them.
 */
export function addColumns(table: Table, keys: readonly string[], moment: number): MigrationClass {
  const lines = keys.map((key) => {
    const column = table.columns[key];
    if (column?.isNullable !== true) throw new Error(`${table.name}.${key} is no nullable column`);
    return `add column if not exists ${columnName(key)} ${column.type}`;
  });
  return class implements MigrationInterface {
    readonly name = `Add_to_${table.name}_${moment}`;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(`alter table read.${table.name} ${lines.join(', ')}`);
    }

    async down(runner: QueryRunner): Promise<void> {
      const dropped = keys.map((key) => `drop column ${columnName(key)}`);
      await runner.query(`alter table read.${table.name} ${dropped.join(', ')}`);
    }
  };
}

/** Grants the application role its rights on these tables; repeated at each start. */
export async function grantTables(
  owner: { query(text: string): Promise<unknown> },
  appRole: string,
  tables: readonly Table[],
): Promise<void> {
  if (tables.length === 0) return;
  const role = `"${appRole.replaceAll('"', '""')}"`;
  await owner.query(`
    grant usage on schema read to ${role};
    grant select, insert, update, delete on ${tables.map(({ name }) => `read.${name}`).join(', ')} to ${role};
    grant usage on sequence ${tables.map(sequenceOf).join(', ')} to ${role};
  `);
}
