import { randomUUID } from 'node:crypto';
import { APP_ROLE } from '@cotejo/database';
import { createPostgresEventStore, migrateEventStore } from '@cotejo/event-store/postgres';
import { ProjectionRunner } from '@cotejo/projections';
import { testDatabase } from '@cotejo/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { it } from 'vitest';
import { auditsProjector } from './audits-projector.ts';
import { InventedAudit, newAccount, newPeople, seeded } from './invented-history.fixture.ts';
import { grantReadModels } from './migrations/0001-create-read-models.ts';
import { silent } from './projected-database.fixture.ts';
import { auditEntities, auditMigrations } from './schema.ts';
import { listAudits } from './list-audits.ts';
import { readTree } from './read-tree.ts';

it('rate', { timeout: 600_000 }, async () => {
  const database = await testDatabase();
  await migrateEventStore(database.ownerUrl, { appRole: APP_ROLE });
  const owner = await new DataSource({ type: 'postgres', entities: auditEntities, url: database.ownerUrl, migrations: auditMigrations }).initialize();
  await owner.runMigrations();
  await grantReadModels(owner, APP_ROLE);
  const store = await createPostgresEventStore({ connectionString: database.appUrl });
  const pool = new pg.Pool({ connectionString: database.appUrl, max: 6 });
  const account = newAccount();
  const people = newPeople(4);
  const big = await new InventedAudit(store, account, people).begin('AUD-1');
  const [phase] = big.items;
  let parent = phase;
  for (let chunk = 0; chunk < 100; chunk++) {
    await big.append(Array.from({ length: 200 }, (_, at) => {
      const id = randomUUID();
      const event = { type: 'TreeItemCreated', data: { id, itemType: at % 20 === 0 ? 'process' : 'step', parent: at % 20 === 0 ? phase : parent, position: 'a' + String(chunk * 200 + at).padStart(6, '0'), name: `Paso ${at} del capítulo ${chunk}`, code: null, status: 'new', assignee: null, derived: false } };
      if (at % 20 === 0) parent = id as never;
      return event;
    }));
  }
  const small: InventedAudit[] = [];
  for (let n = 0; n < 40; n++) small.push(await new InventedAudit(store, account, people).begin(`AUD-S${n}`));
  const random = seeded(5);
  for (let round = 0; round < 10; round++) for (const audit of small) await audit.wander(random, 50);
  const { rows: [{ total, bytes }] } = await pool.query('select count(*)::int as total, avg(size)::int as bytes from es.event');
  for (const batch of [500, 1000, 2000]) {
    await owner.query('truncate read.audit, read.audit_member, read.tree_item, read.change');
    const runner = new ProjectionRunner({ store, pool, projector: { ...auditsProjector, generation: 10 + batch }, log: silent, batch });
    const begin = performance.now();
    runner.start();
    const last = small.at(-1) as InventedAudit;
    while (!(await runner.waitFor(last.stream, last.state.version, 60_000)));
    const ms = performance.now() - begin;
    await runner.stop();
    console.log(`batch ${batch}: ${total} events (${bytes} B) in ${Math.round(ms)} ms = ${Math.round((total / ms) * 1000)}/s; big ${big.state.version}`);
  }

  let pos: any = null; let parseMs = 0, readMs = 0, n = 0;
  const fold = await import('./fold-audit-rows.ts');
  for (;;) {
    let t = performance.now();
    const page: any = await store.readAll(pos, { limit: 1000, filter: { streamPrefixes: ['audit-'] } });
    readMs += performance.now() - t;
    t = performance.now();
    const ch = page.events.map(fold.parseAuditEvent);
    parseMs += performance.now() - t; n += ch.length;
    pos = page.next;
    if (page.atEnd) break;
  }
  console.log({ n, readMs, parseMs });
  const times: Record<string, number> = {};
  const timed = { ...auditsProjector, generation: 77, apply: (ev: any, tx: any) => auditsProjector.apply(ev, { query: async (text: string, values: any) => { const t = performance.now(); const r = await tx.query(text, values); const k = text.slice(0, 45).replace(/\s+/g, ' '); times[k] = (times[k] ?? 0) + performance.now() - t; return r; } }) };
  await owner.query('truncate read.audit, read.audit_member, read.tree_item, read.change');
  const runner = new ProjectionRunner({ store, pool, projector: timed as any, log: silent });
  const begin = performance.now();
  runner.start();
  while (!(await runner.waitFor(small.at(-1)!.stream, small.at(-1)!.state.version, 60_000)));
  console.log(performance.now() - begin, times);
  await runner.stop();
  await store.close();
  await pool.end();
  await owner.destroy();
  await database.drop();
});
