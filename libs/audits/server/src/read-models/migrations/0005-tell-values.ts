import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Values and signatures of items, with an index for index-only counts; indexes for filters of the change log.
 */
export class TellValues1767900000000 implements MigrationInterface {
  readonly name = 'TellValues1767900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.tree_item
        add column item_values jsonb,
        add column signatures jsonb,
        add column marks smallint not null default 0;
      comment on column read.tree_item.marks is '1 = completed, 2 = reviewed, 3 = both';

      create index tree_item_tallies on read.tree_item (account_id, audit_id, type, status, marks) where live;
      drop index read.tree_item_counts;

      create index change_by_actor on read.change (account_id, audit_id, actor, version);
      create index change_by_type on read.change (account_id, audit_id, type, version);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index read.change_by_actor;
      drop index read.change_by_type;
      create index tree_item_counts on read.tree_item (account_id, audit_id, type, status) where live;
      drop index read.tree_item_tallies;
      alter table read.tree_item drop column item_values, drop column signatures, drop column marks;
    `);
  }
}
