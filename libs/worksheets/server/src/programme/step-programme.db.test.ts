import { randomUUID } from 'node:crypto';
import type { AccountId } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import { createMemoryEventStore } from '@cotejo/event-store/memory';
import { ProjectionRunner, rebuildProjection } from '@cotejo/projections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TextVault } from '../texts/text-vault.ts';
import { worksheetDatabase, type WorksheetDatabase } from '../worksheet-database.fixture.ts';
import { readStepProgramme } from './read-step-programme.ts';
import { worksheetsProjector } from '../worksheets-projector.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const account = randomUUID() as AccountId;
const store = createMemoryEventStore();
let base: WorksheetDatabase;
let vault: TextVault;
let runner: ProjectionRunner;

beforeAll(async () => {
  base = await worksheetDatabase();
  vault = new TextVault(base.pool);
  runner = new ProjectionRunner({ store, pool: base.pool, projector: worksheetsProjector, log: silent });
  runner.start();
});

afterAll(async () => {
  await runner.stop();
  await base.drop();
});

interface Programme {
  readonly item: ItemId;
  readonly objective: string | null;
  readonly instructions: readonly string[];
}

/** Writes programmes into a new audit, in one append, among events of other kinds. */
async function write(audit: AuditId, programmes: readonly Programme[], before = 0): Promise<void> {
  const event = (type: string, data: object) => ({
    id: randomUUID(),
    type,
    schemaVersion: 1,
    data: JSON.parse(JSON.stringify(data)),
    meta: { actor: randomUUID(), at: new Date().toISOString(), account },
  });
  const events = [];
  for (const { item, objective, instructions } of programmes) {
    const [first = null] = objective === null ? [] : await vault.seal(account, [objective]);
    const seals = await vault.seal(account, instructions);
    const list = seals.map((text) => ({ id: randomUUID(), text }));
    events.push(event('TreeItemRenamed', { id: item, name: 'b', from: 'a', overwrote: null }));
    events.push(event('StepProgrammeSet', { id: item, objective: first, instructions: list }));
  }
  const expected = before === 0 ? ('no-stream' as const) : BigInt(before - 1);
  const { version } = await store.append({ stream: `audit-${audit}`, expected, events });
  expect(await runner.waitFor(`audit-${audit}`, version, 20_000)).toBe(true);
}

const read = (audit: AuditId, item: ItemId, of = account) =>
  readStepProgramme(base.db, vault, of, audit, item);

describe('the programme of a step as it is read', () => {
  const audit = randomUUID() as AuditId;
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()] as [ItemId, ItemId, ItemId];

  it('is the last one written, in the order of its instructions', async () => {
    await write(audit, [
      { item: one, objective: 'old', instructions: ['x'] },
      { item: two, objective: null, instructions: [] },
      { item: one, objective: 'What for\n  a. this', instructions: ['first', 'second', 'third'] },
    ]);
    const view = await read(audit, one);
    expect(view).toMatchObject({ objetivo: 'What for\n  a. this', version: 5 });
    expect(view.instrucciones.map(({ texto }) => texto)).toEqual(['first', 'second', 'third']);
    expect(await read(audit, two)).toEqual({ objetivo: null, instrucciones: [], version: 3 });

    await write(audit, [{ item: one, objective: null, instructions: ['later'] }], 6);
    expect(await read(audit, one)).toMatchObject({ objetivo: null, version: 7 });
  });

  it('is the same when it is built anew', async () => {
    const whole = () => base.pool.query('select * from read.step_programme order by audit_id, item_id');
    const { rows: live } = await whole();
    expect(live.length).toBeGreaterThan(1);
    const { options } = base.owner;
    if (!('url' in options) || options.url === undefined) throw new Error('the owner has an address');
    const projector = worksheetsProjector;
    await rebuildProjection({
      store,
      pool: base.pool,
      ownerUrl: options.url,
      projector,
      log: silent,
      batch: 2,
    });
    expect((await whole()).rows).toEqual(live);
  });

  it('is empty while nobody has written one, and for whoever is of another account', async () => {
    const empty = { objetivo: null, instrucciones: [], version: -1 };
    expect(await read(audit, three)).toEqual(empty);
    expect(await read(audit, one, randomUUID() as AccountId)).toEqual(empty);
    expect(await read(randomUUID() as AuditId, one)).toEqual(empty);
  });

  it('has nothing in the place of a text that was redacted', async () => {
    const other = randomUUID() as AuditId;
    await write(other, [{ item: one, objective: 'Of Ana', instructions: ['ask Ana', 'ask'] }]);
    await base.pool.query(
      `update vault.text_body set body = null, salt = null, redacted_at = now() where body like '%Ana%'`,
    );
    const view = await read(other, one);
    expect([view.objetivo, ...view.instrucciones.map(({ texto }) => texto)]).toEqual([null, null, 'ask']);
  });
});
