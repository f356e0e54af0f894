import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is planned of members of a team, whether they still take part, and what they declared. */
export class PlanMembers1768100000000 implements MigrationInterface {
  readonly name = 'PlanMembers1768100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.audit_member
        add column is_active boolean not null default true,
        add column budgeted_minutes integer not null default 0,
        add column budgeted_cost integer not null default 0,
        add column start_date date,
        add column end_date date;

      create table read.independence_declaration (
        account_id uuid not null,
        audit_id uuid not null,
        user_id uuid not null,
        declared_at timestamptz not null,
        threats text,
        primary key (account_id, audit_id, user_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table read.independence_declaration;
      alter table read.audit_member
        drop column is_active, drop column budgeted_minutes, drop column budgeted_cost,
        drop column start_date, drop column end_date;
    `);
  }
}
