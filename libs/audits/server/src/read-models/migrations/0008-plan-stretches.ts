import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sprints and visits of audits, and the items that are in them. */
export class PlanStretches1768600000000 implements MigrationInterface {
  readonly name = 'PlanStretches1768600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read.stretch (
        account_id uuid not null,
        audit_id uuid not null,
        id uuid not null,
        is_left_out boolean not null,
        is_counted boolean not null,
        facts jsonb not null,
        primary key (account_id, audit_id, id)
      );
      comment on table read.stretch is 'facts: a Stretch of the contracts; the flags are false for visits';
      alter table read.tree_item add column stretches jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table read.tree_item drop column stretches; drop table read.stretch;');
  }
}
