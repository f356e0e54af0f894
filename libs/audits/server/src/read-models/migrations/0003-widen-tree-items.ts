import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Dates, references, origins, risk profiles and signatures of items; indexes for the trash and for lookups by
 * id.
 */
export class WidenTreeItems1766400000000 implements MigrationInterface {
  readonly name = 'WidenTreeItems1766400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table read.tree_item
        add column start_date date,
        add column end_date date,
        add column target_audit uuid,
        add column target_item text collate "C",
        add column ref_parent text collate "C",
        add column origin text,
        add column risk jsonb,
        add column completed_by text,
        add column reviewed_by text,
        add column created_version integer not null default 0;
      comment on column read.tree_item.target_audit is 'of a link; a reference stands for an item of its own audit';

      -- Ids are unique within their account alone: whoever asks by a bare one finds its audits by it.
      create index tree_item_by_id on read.tree_item (account_id, id);
      create index tree_item_trash on read.tree_item (deleted_at) where deleted_version is not null;

      create index change_of_item on read.change (account_id, audit_id, item_id, version) where item_id is not null;

      alter table read.audit add column operation_since integer;
      comment on column read.audit.operation_since is
        'version at which the running operation began: what a copy has made since is not shown yet';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index read.tree_item_by_id;
      drop index read.tree_item_trash;
      drop index read.change_of_item;
      alter table read.audit drop column operation_since;
      alter table read.tree_item
        drop column start_date, drop column end_date, drop column target_audit, drop column target_item,
        drop column ref_parent, drop column origin, drop column risk, drop column completed_by,
        drop column reviewed_by, drop column created_version;
    `);
  }
}
