import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Source of copied items, so that uses of a library's items can be found; index for the trash. */
export class KnowCopiedItems1766600000000 implements MigrationInterface {
  readonly name = 'KnowCopiedItems1766600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.tree_item
        add column copied_audit uuid,
        add column copied_item text collate "C";
      create index tree_item_copies on read.tree_item (account_id, copied_audit, copied_item)
        where copied_audit is not null;
      create index tree_item_links on read.tree_item (account_id, target_audit, target_item)
        where target_audit is not null;
      create index tree_item_deleted on read.tree_item (account_id, audit_id) where deleted_version is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index read.tree_item_copies;
      drop index read.tree_item_links;
      drop index read.tree_item_deleted;
      alter table read.tree_item drop column copied_audit, drop column copied_item;
    `);
  }
}
