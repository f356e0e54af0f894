import type { ClientBase } from 'pg';
import PgBoss from 'pg-boss';
import { DEAD, SCHEMA, SEND_IT } from './schema.ts';

/**
 * Creates or migrates the tables of jobs, and a queue for each name, as their owner: a queue is a partition, which the
 * application's role may not create. Harmless to repeat; nodes that start together must queue.
 */
export async function installJobs(client: ClientBase, names: readonly string[]): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: SCHEMA,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  try {
    await boss.createQueue(SEND_IT);
    await boss.createQueue(DEAD);
    // One of each waits at most: a node that was away does not do the same again and again.
    for (const name of names) await boss.createQueue(name, { name, policy: 'short' });
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** What the application's role may do with these tables; repeated with each start. */
export async function grantJobs(client: ClientBase, appRole: string): Promise<void> {
  const role = `"${appRole.replaceAll('"', '""')}"`;
  await client.query(`
    grant usage on schema ${SCHEMA} to ${role};
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${role};
  `);
}
