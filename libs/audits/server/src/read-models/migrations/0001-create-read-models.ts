import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables for lists, trees and change logs of audits; every key starts with the account. */
export class CreateAuditReadModels1763640000000 implements MigrationInterface {
  readonly name = 'CreateAuditReadModels1763640000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema if not exists read;

      -- Cursor of the audit list: drawn inside the projector's transactions, of which only one can commit at a
      -- time, so it is in the order of commits. It also moves when a parked audit is projected late.
      create sequence read.audit_changed;

      create table read.audit (
        account_id uuid not null,
        id uuid not null,
        version integer not null,
        changed bigint not null default nextval('read.audit_changed'),
        name text not null,
        code text not null,
        year integer not null,
        record_type text not null,
        status text not null,
        frequency text not null,
        kind text not null,
        start_date date,
        end_date date,
        closed_on date,
        budgeted_minutes integer not null,
        charged_minutes integer not null,
        leader uuid,
        created_by uuid not null,
        created_at timestamptz not null,
        operation uuid,
        operation_kind text,
        discarded boolean not null default false,
        source_key text,
        source_title text,
        primary key (account_id, id),
        unique (id)
      ) with (fillfactor = 70);
      create index audit_feed on read.audit (account_id, changed);
      create index audit_source on read.audit (account_id, source_key) where source_key is not null;

      create table read.audit_member (
        account_id uuid not null,
        audit_id uuid not null,
        user_id uuid not null,
        role text not null,
        primary key (account_id, audit_id, user_id)
      );

      create table read.tree_item (
        account_id uuid not null,
        audit_id uuid not null,
        id text collate "C" not null,
        parent_id text collate "C",
        position text collate "C" not null,
        type text not null,
        code text,
        name text not null,
        status text,
        assignee uuid,
        treatment text,
        derived boolean not null,
        created_by text not null,
        created_at timestamptz not null,
        version integer not null,
        changed_by text not null,
        changed_at timestamptz not null,
        deleted_version integer,
        deleted_by text,
        deleted_at timestamptz,
        live boolean not null,
        primary key (account_id, audit_id, id)
      ) with (fillfactor = 80);
      comment on column read.tree_item.live is
        'neither the item nor anything above it is deleted; kept by the projector so that counts need no walk';
      create index tree_item_children on read.tree_item (account_id, audit_id, parent_id);
      create index tree_item_counts on read.tree_item (account_id, audit_id, type, status) where live;

      create table read.change (
        account_id uuid not null,
        audit_id uuid not null,
        version integer not null,
        at timestamptz not null,
        actor text not null,
        type text not null,
        item_id text collate "C",
        item jsonb,
        detail jsonb not null,
        primary key (account_id, audit_id, version)
      );
      comment on column read.change.item is 'type, code and name of the item as they were then';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table read.change, read.tree_item, read.audit_member, read.audit;
      drop sequence read.audit_changed;
    `);
  }
}

/** Grants the application's role access to the read models; idempotent, run at every start. */
export async function grantReadModels(
  owner: { query(text: string): Promise<unknown> },
  appRole: string,
): Promise<void> {
  const role = `"${appRole.replaceAll('"', '""')}"`;
  await owner.query(`
    grant usage on schema read to ${role};
    grant select, insert, update, delete on all tables in schema read to ${role};
    grant usage, select on all sequences in schema read to ${role};
  `);
}
