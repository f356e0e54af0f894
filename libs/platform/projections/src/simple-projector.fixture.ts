import { withConnection } from '@cotejo/database';
import type { RecordedEvent } from '@cotejo/event-store';
import { escapeIdentifier } from 'pg';
import type { ProjectionTransaction, Projector } from './projector.ts';

/** A simple read model: one table, a row per event, written with one `unnest … on conflict` per batch. */
export const simpleProjector: Projector = {
  name: 'simple',
  version: 1,
  tables: ['simple_item'],
  filter: {},
  async apply(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void> {
    await tx.query(
      `insert into ${tx.schema}.simple_item (stream, version, type, at, actor, title)
       select * from unnest($1::text[], $2::bigint[], $3::text[], $4::timestamptz[], $5::text[], $6::text[])
       on conflict (stream, version) do update set
         type = excluded.type, at = excluded.at, actor = excluded.actor, title = excluded.title`,
      [
        events.map(({ stream }) => stream),
        events.map(({ version }) => version.toString()),
        events.map(({ type }) => type),
        events.map(({ meta }) => meta.at),
        events.map(({ meta }) => meta.actor),
        events.map(({ data }) => titleOf(data['title'] ?? data['name'])),
      ],
    );
  },
};

const titleOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Creates its table in schema `read`, writable by the application role. */
export async function createSimpleTable(ownerUrl: string, appRole: string): Promise<void> {
  const role = escapeIdentifier(appRole);
  await withConnection(ownerUrl, (owner) =>
    owner.query(`
      create schema if not exists read;
      create table read.simple_item (
        stream text collate "C" not null,
        version bigint not null,
        type text not null,
        at timestamptz not null,
        actor text not null,
        title text,
        primary key (stream, version)
      );
      grant usage on schema read to ${role};
      grant select, insert, update, delete on read.simple_item to ${role};
    `),
  );
}
