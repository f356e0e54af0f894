import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Vault tables for second factors, resets, directories, reasons, logos, mail and error reports. Codes, tokens and links
 * are stored as hashes; secrets of authenticator apps are encrypted.
 */
export class AddAccess1764600000000 implements MigrationInterface {
  readonly name = 'AddAccess1764600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table vault.person
        add column area text,
        add column code text,
        add column language text,
        add column time_zone text;
      create index person_email on vault.person (lower(email));

      alter table vault.session
        add column method text not null default 'password',
        add column seen_ip text;
      create index session_seen on vault.session (last_seen_at);

      -- Passwords that the person had before the present one, which is their credential.
      create table vault.password_history (
        account_id uuid not null,
        user_id uuid not null,
        password_hash text not null,
        changed_at timestamptz not null,
        primary key (account_id, user_id, changed_at),
        foreign key (account_id, user_id) references vault.person (account_id, id) on delete cascade
      );

      -- Not confirmed = being enrolled. A code of a step that was used, or of one before, opens nothing.
      create table vault.totp (
        account_id uuid not null,
        user_id uuid not null,
        secret bytea not null,
        confirmed_at timestamptz,
        last_step bigint not null default 0,
        primary key (account_id, user_id),
        foreign key (account_id, user_id) references vault.person (account_id, id) on delete cascade
      );

      create table vault.recovery_code (
        account_id uuid not null,
        user_id uuid not null,
        code_hash bytea not null,
        used_at timestamptz,
        primary key (account_id, user_id, code_hash),
        foreign key (account_id, user_id) references vault.person (account_id, id) on delete cascade
      );

      create table vault.challenge (
        hash bytea primary key,
        kind text not null check (kind in ('code', 'external', 'reset', 'otp_enrolment')),
        account_id uuid references vault.account (id) on delete cascade,
        user_id uuid,
        code_hash bytea,
        attempts integer not null default 0,
        data jsonb not null default '{}',
        created_at timestamptz not null,
        expires_at timestamptz not null,
        foreign key (account_id, user_id) references vault.person (account_id, id) on delete cascade
      );
      create index challenge_expiry on vault.challenge (expires_at);
      create index challenge_person on vault.challenge (account_id, user_id);

      create table vault.external_identity (
        issuer text not null,
        subject text not null,
        account_id uuid not null,
        user_id uuid not null,
        primary key (issuer, subject, account_id),
        foreign key (account_id, user_id) references vault.person (account_id, id) on delete cascade
      );
      create index external_identity_person on vault.external_identity (account_id, user_id);

      create table vault.access_note (
        id uuid primary key,
        account_id uuid not null references vault.account (id) on delete cascade,
        text text not null
      );
      create index access_note_account on vault.access_note (account_id);

      create table vault.logo (
        account_id uuid primary key references vault.account (id) on delete cascade,
        sha256 text not null,
        type text not null,
        bytes bytea not null
      );

      -- "shown" is the text without its links and codes; once nothing is left to send, "text" is the same.
      create table vault.mail (
        id uuid primary key,
        account_id uuid references vault.account (id) on delete cascade,
        user_id uuid,
        to_address text not null,
        kind text not null,
        subject text not null,
        text text not null,
        shown text not null,
        html text,
        state text not null check (state in ('queued', 'sent', 'failed', 'kept')),
        attempts integer not null default 0,
        next_at timestamptz not null,
        fault text,
        created_at timestamptz not null,
        sent_at timestamptz,
        foreign key (account_id, user_id) references vault.person (account_id, id) on delete cascade
      );
      create index mail_queue on vault.mail (next_at) where state = 'queued';
      create index mail_account on vault.mail (account_id, created_at);
      create index mail_person on vault.mail (account_id, user_id);

      create table vault.error_report (
        id uuid primary key,
        at timestamptz not null,
        account_id uuid references vault.account (id) on delete cascade,
        user_id uuid,
        error text not null,
        error_info text,
        url text not null,
        env text not null,
        foreign key (account_id, user_id) references vault.person (account_id, id) on delete cascade
      );
      create index error_report_at on vault.error_report (at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table vault.error_report, vault.mail, vault.logo, vault.access_note, vault.external_identity,
        vault.challenge, vault.recovery_code, vault.totp, vault.password_history;
      drop index vault.session_seen;
      alter table vault.session drop column seen_ip, drop column method;
      drop index vault.person_email;
      alter table vault.person drop column time_zone, drop column language, drop column code, drop column area;
    `);
  }
}
