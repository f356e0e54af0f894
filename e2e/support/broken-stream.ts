import { randomUUID } from 'node:crypto';
import { joinRunning, withConnection } from '@cotejo/database';
import { createPostgresEventStore } from '@cotejo/event-store/postgres';

export interface BrokenStream {
  /** Repairs the event as the database's owner, which no role of the product can. */
  mend(): Promise<void>;
}

/** Appends an event that no projection can process: a renaming without the new name. */
export async function breakAuditStream(dataDir: string, stream: string): Promise<BrokenStream> {
  const database = await joinRunning(dataDir);
  if (!database) throw new Error('the product holds no database');
  const store = createPostgresEventStore({ connectionString: database.appUrl });
  try {
    let item: unknown;
    for await (const { type, data } of store.read(stream)) if (type === 'TreeItemCreated') item = data['id'];
    await store.append({
      stream,
      expected: 'any',
      events: [
        {
          id: randomUUID(),
          type: 'TreeItemRenamed',
          schemaVersion: 1,
          data: { id: String(item), from: 'Informe', overwrote: null },
          meta: { actor: 'system:test', at: new Date().toISOString() },
        },
      ],
    });
  } finally {
    await store.close();
  }
  return {
    mend: () =>
      withConnection(database.ownerUrl, async (owner) => {
        await owner.query('alter table es.event disable trigger append_only');
        await owner.query(
          `update es.event set data = data || '{"name": "Informe definitivo"}'
            where stream_id = $1 and type = 'TreeItemRenamed'`,
          [stream],
        );
        await owner.query('alter table es.event enable trigger append_only');
      }),
  };
}
