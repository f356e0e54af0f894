import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time records, and declarations whose threats are sealed. */
export class RecordTime1769100000000 implements MigrationInterface {
  readonly name = 'RecordTime1769100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.independence_declaration alter column threats type jsonb using null;

      create table read.time_record (
        account_id uuid not null,
        audit_id uuid not null,
        record_id uuid not null,
        user_id uuid not null,
        item_id text collate "C" not null,
        day date not null,
        minutes integer not null,
        is_productive boolean not null,
        note text,
        removed boolean not null,
        version integer not null,
        primary key (account_id, audit_id, record_id)
      );
      comment on column read.time_record.removed is 'kept for feeds, which pass on the removal';
      create index time_record_change on read.time_record (account_id, audit_id, version);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table read.time_record;
      alter table read.independence_declaration alter column threats type text using null;
    `);
  }
}
