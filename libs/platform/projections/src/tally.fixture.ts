import { randomUUID } from 'node:crypto';
import { APP_ROLE, withConnection } from '@cotejo/database';
import type { EventStore, RecordedEvent } from '@cotejo/event-store';
import { migrateEventStore } from '@cotejo/event-store/postgres';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import type { ProjectionLog, ProjectionTransaction, Projector } from './projector.ts';

export const silent: ProjectionLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * A database with the log's schema and table `read.tally`, whose definition uses every property that a copy could lose.
 */
export async function tallyDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  await migrateEventStore(database.ownerUrl, { appRole: APP_ROLE });
  await withConnection(database.ownerUrl, (owner) =>
    owner.query(`
      create schema read;
      create sequence read.tally_seen;
      create table read.tally (
        stream text collate "C" not null,
        total int not null constraint tally_counts check (total > 0),
        names text not null default 'nobody',
        length int generated always as (length(names)) stored,
        seen bigint not null default nextval('read.tally_seen'),
        constraint tally_of_stream primary key (stream)
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);
      comment on table read.tally is 'what it''s for';
      comment on column read.tally.total is 'events of the stream';
      create unique index tally_longest on read.tally (length(names) desc nulls last, stream) where total > 1;
      create index tally_names on read.tally using btree (left(names, 20) text_pattern_ops) include (total);
      grant usage on schema read to ${APP_ROLE};
      grant usage on sequence read.tally_seen to ${APP_ROLE};
      grant select, insert, update, delete on read.tally to ${APP_ROLE};
    `),
  );
  return database;
}

/** Counts each stream's events, so that an event counted twice or not at all is visible. */
export async function tally(events: readonly RecordedEvent[], tx: ProjectionTransaction): Promise<void> {
  for (const { stream, data } of events) {
    await tx.query(
      `insert into ${tx.schema}.tally as t (stream, total, names) values ($1, 1, $2)
       on conflict (stream) do update set total = t.total + 1, names = t.names || excluded.names,
         seen = nextval('read.tally_seen')`,
      [stream, data['name']],
    );
  }
}

export function tallyProjector(changes: Partial<Projector> = {}): Projector {
  return {
    name: 'tally',
    version: 1,
    tables: ['tally'],
    filter: { streamPrefixes: ['box-'] },
    apply: tally,
    ...changes,
  };
}

/** Appends one event per name; returns the stream's last version. */
export async function putInto(store: EventStore, stream: string, ...names: string[]): Promise<bigint> {
  const { version } = await store.append({
    stream,
    expected: 'any',
    events: names.map((name) => ({
      id: randomUUID(),
      type: 'Put',
      schemaVersion: 1,
      data: { name },
      meta: { actor: 'test', at: '2026-01-01T00:00:00.000Z' },
    })),
  });
  return version;
}
