import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnName, type Table } from './table.ts';

export type MigrationClass = new () => MigrationInterface & { readonly name: string };

/** Sequence of a table's feed cursors. */
export const sequenceOf = ({ name }: Pick<Table, 'name'>): string => `read.${name}_changed`;

/** The statements that make a table and its indexes. */
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
 * Migration that makes a table as its list of columns has it today. A column that is added later needs a migration of
 * its own, with `add column if not exists`, for databases where the table is there already; and the projector a
 * higher version, so that its rows are built anew.
 * @param moment milliseconds, by which migrations are put in order; never changed once it was released
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

/** What the application's role may do with these tables; repeated with each start. */
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
