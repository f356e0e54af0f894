import { randomUUID } from 'node:crypto';
import { testDatabase, type TestDatabase } from '@cotejo/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrateEventStore } from './postgres/migrate.ts';
import { NodeLanguages } from './upcast-nodes.ts';

let database: TestDatabase;
let pool: pg.Pool;
const started: NodeLanguages[] = [];

beforeAll(async () => {
  database = await testDatabase();
  await migrateEventStore(database.ownerUrl, { appRole: new URL(database.appUrl).username });
  pool = new pg.Pool({ connectionString: database.appUrl, max: 3 });
});
afterEach(async () => {
  for (const node of started.splice(0)) await node.stop();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function start(reads: Readonly<Record<string, number>>, patience = 30_000): Promise<NodeLanguages> {
  const node = new NodeLanguages({ database: pool, node: randomUUID(), reads, patience });
  await node.start();
  started.push(node);
  return node;
}

describe('what every node can read', () => {
  it('is what this one reads while it is alone', async () => {
    const node = await start({ Renamed: 2 });
    expect([1, 2, 3].map((version) => node.everyoneReads('Renamed', version))).toEqual([true, true, false]);
    expect(node.everyoneReads('Danced', 1)).toBe(false);
  });

  it('is what the oldest of them reads, until it has gone', async () => {
    const old = await start({ Renamed: 1 });
    const young = await start({ Renamed: 2, Danced: 1 });
    expect(young.everyoneReads('Renamed', 2)).toBe(false);
    expect(young.everyoneReads('Danced', 1)).toBe(false);
    expect(young.everyoneReads('Renamed', 1)).toBe(true);
    await old.stop();
    await young.look();
    expect(young.everyoneReads('Renamed', 2)).toBe(true);
    expect(young.everyoneReads('Danced', 1)).toBe(true);
  });

  it('is learnt from a node that comes later', async () => {
    const young = await start({ Renamed: 2 });
    await start({ Renamed: 1 });
    await young.look();
    expect(young.everyoneReads('Renamed', 2)).toBe(false);
  });

  it('does not wait for a node that died without a word', async () => {
    await pool.query(
      `insert into es.node (node_id, reads, seen_at)
       values (gen_random_uuid(), '{"Renamed": 1}', clock_timestamp() - interval '40 seconds'),
              (gen_random_uuid(), '{"Renamed": 1}', clock_timestamp() - interval '2 days')`,
    );
    const young = await start({ Renamed: 2 });
    expect(young.everyoneReads('Renamed', 2)).toBe(true);
    const patient = await start({ Renamed: 2 }, 60_000);
    expect(patient.everyoneReads('Renamed', 2)).toBe(false);
    const { rows } = await pool.query(
      "select from es.node where seen_at < clock_timestamp() - interval '1 day'",
    );
    expect(rows).toEqual([]);
    await pool.query(`delete from es.node where reads = '{"Renamed": 1}'`);
  });
});
