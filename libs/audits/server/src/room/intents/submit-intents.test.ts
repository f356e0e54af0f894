import { Unsealed } from '@cotejo/audits-contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ACCOUNT,
  AUDIT,
  arrayOf,
  createAudit,
  createRisk,
  id,
  people,
  PROCESS,
  recordIn,
  rename,
  TestCluster,
  typesIn,
  wrap,
  type TestNode,
} from '../cluster.fixture.ts';
import { Stamp, stampedModel } from './stamped-model.fixture.ts';

const ok = { ok: true };
let cluster: TestCluster;

beforeEach(() => {
  cluster = new TestCluster();
});

afterEach(() => cluster.stop());

describe('what the server itself submits', () => {
  it('goes the same way, is judged by the person, and may carry its own moment', async () => {
    const node = await cluster.startWithAudit();
    const marta = await node.connect('marta').synced();
    const envelopes = [createRisk(1), rename(id('r', 9), 'x'), createRisk(2)].map((intent) => ({
      intent,
      base: 4,
    }));
    const now = '2026-01-15T10:00:00.000Z';
    const submitted = await node.rooms.submit(AUDIT, cluster.directory.principal('marta'), envelopes, {
      now,
    });
    expect(submitted).toEqual({
      outcomes: [ok, { ok: false, code: 'item_not_found' }, ok],
      version: 6,
    });
    await marta.until(() => marta.version === 6);
    const [event] = await arrayOf(cluster.store.read(`audit-${AUDIT}`, { from: 5n }));
    expect(event?.meta).toMatchObject({ actor: people.marta.user, at: now, account: ACCOUNT });
    const [refused] = (await node.rooms.submit(AUDIT, cluster.directory.principal('gil'), envelopes))
      .outcomes;
    expect(refused).toEqual({ ok: false, code: 'forbidden' });
  });

  it('is repeatable under its command', async () => {
    const node = await cluster.startWithAudit();
    const submit = (on: TestNode) =>
      on.rooms.submit(AUDIT, cluster.directory.principal('marta'), [{ intent: createRisk(1), base: 4 }], {
        command: id('d', 1),
      });
    const first = await submit(node);
    expect(await submit(node)).toEqual(first);
    expect(await submit(await cluster.start())).toEqual(first);
    expect(await typesIn(cluster.store)).toHaveLength(6);
  });

  it('is cut into appends that the store takes', async () => {
    const refused: unknown[] = [];
    const appended: number[] = [];
    const measured = wrap(cluster.store, {
      append: (request) => {
        appended.push(request.events.length);
        return cluster.store.append(request).catch((error: unknown) => {
          refused.push(error);
          throw error;
        });
      },
    });
    const node = await cluster.startWithAudit({ settings: { batch: 100_000 } }, measured);
    const envelopes = [...Array(3_000).keys()].map((n) => ({
      intent: createRisk(n, 'ñ'.repeat(400)),
      base: 4,
    }));
    const submitted = await node.rooms.submit(AUDIT, cluster.directory.principal('marta'), envelopes);
    expect(submitted.outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect(submitted.version).toBe(3_004);
    expect(refused).toEqual([]);
    expect(appended.length).toBeGreaterThan(3);
    expect(Math.max(...appended)).toBeGreaterThan(500);
  });

  it('creates an audit once, and says when the id is taken', async () => {
    const node = await cluster.start();
    expect(await createAudit(node.rooms)).toEqual({ version: 4, created: true });
    await expect(createAudit(node.rooms)).rejects.toMatchObject({ code: 'audit_exists' });
    await expect(
      node.rooms.submit(id('a', 9), cluster.directory.principal('marta'), [
        { intent: createRisk(1), base: 0 },
      ]),
    ).rejects.toMatchObject({ code: 'audit_not_found' });
  });

  it('has its texts sealed before it is judged, together and once, also when it is judged twice', async () => {
    const sealed: string[] = [];
    const other = await cluster.startWithAudit();
    const node = await cluster.start({
      model: stampedModel,
      sealers: {
        create_item: async (intents, { auditId, accountId }) => {
          sealed.push(`${accountId}/${auditId}/${intents.map((raw) => String(raw['id'])).join('+')}`);
          // Another node writes meanwhile, so that the first decision is discarded.
          await other.rooms.submit(AUDIT, cluster.directory.principal('julio'), [
            { intent: createRisk(7), base: 4 },
          ]);
          return intents.map(() => new Stamp());
        },
      },
    });
    await node.rooms.submit(AUDIT, cluster.directory.principal('marta'), [
      { intent: createRisk(1, 'secret'), base: 4 },
      { intent: createRisk(2, 'another'), base: 4 },
    ]);
    expect(sealed).toEqual([`${ACCOUNT}/${AUDIT}/${id('r', 1)}+${id('r', 2)}`]);
    const room = await node.rooms.room(AUDIT);
    for (const n of [1, 2]) expect(recordIn(room!.hot.document, id('r', n))).toBeDefined();
    expect(room!.state.slice('stamps')).toBe(2);
  });

  it('is refused where it cannot be sealed, alone or as a part, and what sealers leave is done in any case', async () => {
    const done: string[] = [];
    const node = await cluster.startWithAudit({
      sealers: {
        rename_item: async (intents, { afterwards }) => {
          afterwards(async () => void done.push(`after ${intents.length}`));
          return intents.map((raw) => (raw['name'] === 'no' ? new Unsealed({ code: 'not_settled' }) : null));
        },
      },
    });
    const part = (name: string) => ({ schema: 1, intent: rename(PROCESS, name) });
    const envelopes = [
      rename(PROCESS, 'no'),
      rename(PROCESS, 'yes'),
      { kind: 'batch', parts: [part('other'), part('no')] },
    ].map((intent) => ({ intent, base: 4 }));
    const marta = cluster.directory.principal('marta');
    const { outcomes } = await node.rooms.submit(AUDIT, marta, envelopes);
    expect(outcomes).toEqual([
      { ok: false, code: 'not_settled' },
      ok,
      { ok: false, code: 'not_settled', params: { part: 1 } },
    ]);
    const room = await node.rooms.room(AUDIT);
    await room?.quiet();
    expect(recordIn(room!.hot.document, PROCESS)?.name).toBe('yes');
    expect(done).toEqual(['after 4']);
  });
});
