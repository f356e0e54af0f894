import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AddAccess1764600000000 } from './add-access.ts';

/**
 * Schema of secrets and personal data: everything that must be changeable and erasable, and therefore never in the
 * event log. Account names, users, password hashes, sessions, failed sign-ins, used tickets, server secrets.
 */
export class CreateVault1764000000000 implements MigrationInterface {
  readonly name = 'CreateVault1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema if not exists vault;

      create table vault.account (
        id uuid primary key,
        name text not null,
        pkg text not null
      );
      create unique index account_name on vault.account (pkg, lower(name));

      create table vault.person (
        account_id uuid not null references vault.account (id) on delete cascade,
        id uuid not null unique,
        username text not null,
        first_name text not null,
        last_name text not null,
        email text not null,
        initials text not null,
        position text,
        primary key (account_id, id),
        unique (account_id, username)
      );
      create index person_username on vault.person (username);

      create table vault.credential (
        account_id uuid not null,
        user_id uuid not null,
        password_hash text not null,
        changed_at timestamptz not null,
        primary key (account_id, user_id),
        foreign key (account_id, user_id) references vault.person (account_id, id) on delete cascade
      );

      create table vault.session (
        id uuid primary key,
        account_id uuid not null,
        user_id uuid not null,
        token_hash bytea not null,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        last_seen_at timestamptz not null,
        ip text not null,
        user_agent text not null,
        foreign key (account_id, user_id) references vault.person (account_id, id) on delete cascade
      );
      create index session_person on vault.session (account_id, user_id);
      create index session_expiry on vault.session (expires_at);

      -- Keyed by a hash of the name as typed, so that unknown names are counted like known ones.
      create table vault.failed_sign_in (
        name_hash bytea primary key,
        failures integer not null,
        last_at timestamptz not null,
        locked_until timestamptz
      );

      create table vault.used_ticket (
        nonce text primary key,
        expires_at timestamptz not null
      );

      create table vault.secret (
        name text primary key,
        value bytea not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema vault cascade');
  }
}

export const vaultMigrations = [CreateVault1764000000000, AddAccess1764600000000];

/** Grants the application's role access to the vault's rows; the tables stay their owner's. */
export async function grantVault(
  owner: { query(text: string): Promise<unknown> },
  appRole: string,
): Promise<void> {
  const role = `"${appRole.replaceAll('"', '""')}"`;
  await owner.query(`
    grant usage on schema vault to ${role};
    grant select, insert, update, delete on all tables in schema vault to ${role};
  `);
}
