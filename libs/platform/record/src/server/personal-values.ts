import { escapedLike } from '@cotejo/tables';
import type { Pool } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { personalIn } from '../record.ts';
import type { Fields } from '../fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** Vault table of the personal fields of all records. */
export class CreatePersonalValues1770300000000 implements MigrationInterface {
  readonly name = 'CreatePersonalValues1770300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table vault.personal_value (
        account_id uuid not null references vault.account (id) on delete cascade,
        ref uuid not null,
        record_id uuid not null,
        value text not null,
        primary key (account_id, ref)
      );
      create index personal_value_of_record on vault.personal_value (account_id, record_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table vault.personal_value');
  }
}

/**
 * Names, e-mails and the like in records. Values are kept in the vault, so that they can be erased; events and read
 * models hold references. A value is never changed: a changed field has another reference.
 */
export class PersonalValues {
  constructor(private readonly pool: Pool) {}

  /**
   * Stores the personal values among these, and returns all values with references in their place. Idempotent for the
   * same references.
   */
  async keep(
    { account, id }: { readonly account: string; readonly id: string },
    fields: Fields,
    values: Values,
    refOf: (field: string) => string,
  ): Promise<Values> {
    const names = personalIn(fields).filter((name) => typeof values[name] === 'string');
    if (names.length === 0) return values;
    await this.pool.query(
      `insert into vault.personal_value (account_id, ref, record_id, value)
       select $1, ref, $2, value from unnest($3::uuid[], $4::text[]) as t (ref, value)
       on conflict do nothing`,
      [account, id, names.map(refOf), names.map((name) => values[name])],
    );
    return { ...values, ...Object.fromEntries(names.map((name) => [name, refOf(name)])) };
  }

  /** The personal fields of each row by their values; null for erased ones. */
  async open(account: string, fields: Fields, rows: readonly Values[]): Promise<readonly Values[]> {
    const names = personalIn(fields);
    const refs = rows.flatMap((row) =>
      names.map((name) => row[name]).filter((ref) => typeof ref === 'string'),
    );
    if (refs.length === 0) return rows.map(() => ({}));
    const { rows: found } = await this.pool.query<{ ref: string; value: string }>(
      'select ref, value from vault.personal_value where account_id = $1 and ref = any($2::uuid[])',
      [account, refs],
    );
    const values = new Map(found.map(({ ref, value }) => [ref, value]));
    return rows.map((row) =>
      Object.fromEntries(names.map((name) => [name, values.get(row[name] as string) ?? null])),
    );
  }

  /** References of the values that contain a text, ignoring case. */
  async find(account: string, text: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ ref: string }>(
      'select ref from vault.personal_value where account_id = $1 and value ilike $2',
      [account, `%${escapedLike(text)}%`],
    );
    return rows.map(({ ref }) => ref);
  }

  /** Erases the values of the records in a read model that were removed before a moment; returns their number. */
  async forgetRemoved(table: string, before: Date): Promise<number> {
    const { rowCount } = await this.pool.query(
      `delete from vault.personal_value v using read.${table} t
        where t.account_id = v.account_id and t.id = v.record_id and t.removed_at <= $1`,
      [before],
    );
    return rowCount ?? 0;
  }
}
