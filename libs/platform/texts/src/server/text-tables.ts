/** Runs statements: a migration's runner, a pool or a connection. */
export interface StatementRunner {
  query(text: string): Promise<unknown>;
}

/** Creates the tables of collaborative documents in the vault: updates stay as rows until revisions cover them. */
export async function createTextTables(runner: StatementRunner): Promise<void> {
  await runner.query(`
    create schema if not exists vault;

    create table vault.text_document (
      account_id uuid not null,
      document text collate "C" not null check (length(document) between 1 and 300),
      epoch integer not null default 1,
      head integer not null default -1,
      covered integer not null default -1,
      base integer not null default -1,
      bytes integer not null default 0,
      written_at timestamptz not null default now(),
      gate uuid,
      gate_until timestamptz,
      reviser uuid,
      reviser_until timestamptz,
      primary key (account_id, document),
      check (covered <= head and base <= covered)
    );
    comment on table vault.text_document is
      'every insert of an update locks its row: whoever closed the gate has seen all rows there are';
    comment on column vault.text_document.head is 'number of the last row; -1 = nothing was ever written';
    comment on column vault.text_document.covered is 'rows up to here are in revisions';
    comment on column vault.text_document.base is 'rows up to here were made one';
    create index text_document_uncovered on vault.text_document (written_at) where covered < head;

    create table vault.text_update (
      account_id uuid not null,
      document text collate "C" not null,
      seq integer not null,
      update bytea not null,
      author text,
      at timestamptz not null,
      primary key (account_id, document, seq),
      foreign key (account_id, document) references vault.text_document on delete cascade
    );
    comment on column vault.text_update.author is 'null = the document as it began, or rows made one';
    alter table vault.text_update alter column update set storage external;

    create table vault.text_client (
      account_id uuid not null,
      document text collate "C" not null,
      client_id bigint not null,
      author text not null,
      primary key (account_id, document, client_id),
      foreign key (account_id, document) references vault.text_document on delete cascade
    );
    comment on table vault.text_client is 'whose each Yjs client id is, for ever; an empty author = nobody''s';
  `);
}

/** Adds quarantine of documents, and a log of operators' repairs. */
export async function createTextQuarantine(runner: StatementRunner): Promise<void> {
  await runner.query(`
    alter table vault.text_document add column quarantined_at timestamptz, add column quarantined_row integer;
    comment on column vault.text_document.quarantined_row is 'the row that would cost too much to apply';
    create index text_document_quarantined on vault.text_document (quarantined_at) where quarantined_at is not null;

    create table vault.text_repair (
      account_id uuid not null,
      document text collate "C" not null,
      epoch integer not null,
      at timestamptz not null,
      by text not null,
      reason text not null,
      rows integer not null,
      primary key (account_id, document, epoch)
    );
    comment on table vault.text_repair is
      'documents that an operator began anew, as earlier releases kept them: the log says it now';
  `);
}

export async function dropTextQuarantine(runner: StatementRunner): Promise<void> {
  await runner.query(`
    drop table vault.text_repair;
    alter table vault.text_document drop column quarantined_at, drop column quarantined_row;
  `);
}

export async function dropTextTables(runner: StatementRunner): Promise<void> {
  await runner.query('drop table vault.text_client, vault.text_update, vault.text_document;');
}

/** Grants for the application's role; repeated at each start. */
export async function grantTextTables(owner: StatementRunner, appRole: string): Promise<void> {
  const role = `"${appRole.replaceAll('"', '""')}"`;
  await owner.query(`
    grant usage on schema vault to ${role};
    grant select, insert, update, delete on vault.text_document, vault.text_update, vault.text_client to ${role};
    revoke insert on vault.text_repair from ${role};
    grant select on vault.text_repair to ${role};
  `);
}
