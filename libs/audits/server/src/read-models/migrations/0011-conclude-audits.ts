import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trash of audits, ratings and conclusions, and progress by day. */
export class ConcludeAudits1769600000000 implements MigrationInterface {
  readonly name = 'ConcludeAudits1769600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.audit add column last_closed_on date, add column removal jsonb, add column conclusion jsonb;
      comment on column read.audit.removal is 'null unless the audit is in the trash';
      create index audit_trash on read.audit (account_id) where removal is not null;

      create table read.audit_progress (
        account_id uuid not null,
        audit_id uuid not null,
        day date not null,
        progress real,
        primary key (account_id, audit_id, day)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table read.audit_progress;
      alter table read.audit drop column last_closed_on, drop column removal, drop column conclusion;
    `);
  }
}
