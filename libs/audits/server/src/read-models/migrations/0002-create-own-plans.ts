import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Feed cursor and index for the action plans assigned to a user. */
export class CreateOwnPlans1765800000000 implements MigrationInterface {
  readonly name = 'CreateOwnPlans1765800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table read.own_plans_feed (
        account_id uuid not null,
        user_id uuid not null,
        changed bigint not null,
        primary key (account_id, user_id)
      );
      comment on column read.own_plans_feed.changed is 'drawn from read.audit_changed, like the audit list''s cursor';

      create index tree_item_own_plans on read.tree_item (account_id, assignee) where type = 'action_plan';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index read.tree_item_own_plans;
      drop table read.own_plans_feed;
    `);
  }
}
