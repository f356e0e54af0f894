import type { UserId } from '@cotejo/access-contracts';
import { actionPlanIdOf, type ItemId } from '@cotejo/audits-contracts';
import { rebuildProjection, type Projector } from '@cotejo/projections';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditsProjector } from './audits-projector.ts';
import { InventedAudit, newAccount, newPeople, seeded } from './invented-history.fixture.ts';
import { listChangedAudits, newestAuditChange } from './reads/list-audits.ts';
import { projectedDatabase, silent, type ProjectedDatabase } from './projected-database.fixture.ts';
import { ownPlansCursor, readOwnPlans } from './reads/read-own-plans.ts';

let base: ProjectedDatabase;
beforeAll(async () => {
  base = await projectedDatabase();
});
afterAll(() => base.drop());

const account = newAccount();
const people = newPeople(3);
const [ana, luis] = people as [UserId, UserId, UserId];
const reader = { accountId: account, userId: ana };
let codes = 0;

const begun = async (): Promise<InventedAudit> => {
  codes += 1;
  return new InventedAudit(base.store, account, people).begin(`AUD-2026-${String(codes).padStart(3, '0')}`);
};

const settled = async ({ stream, state }: InventedAudit): Promise<void> => {
  expect(await base.projected(stream, state.version)).toBe(true);
};

/** A finding whose treatment is an action plan; the plan's id. */
async function planIn(audit: InventedAudit): Promise<string> {
  const id = crypto.randomUUID() as ItemId;
  const phase = crypto.randomUUID() as ItemId;
  for (const intent of [
    // A new phase, because the rest of the plan may not accept a finding.
    { kind: 'create_item', id: phase, type: 'phase', parent: null, name: 'Fase' },
    { kind: 'create_item', id, type: 'finding', parent: phase, name: 'Hallazgo' },
    { kind: 'change_status', id, from: 'new', to: 'not_discussed' },
    { kind: 'change_status', id, from: 'not_discussed', to: 'completed' },
    { kind: 'choose_finding_treatment', id, treatment: 'action_plan' },
  ]) {
    expect(await audit.ask(intent)).toBeNull();
  }
  return actionPlanIdOf(id);
}

const rebuild = (batch: number, changes: Partial<Projector> = {}) =>
  rebuildProjection({
    ...{ store: base.store, pool: base.pool, ownerUrl: base.ownerUrl, log: silent, batch },
    projector: { ...auditsProjector, ...changes },
  });

/**
 * Every row of every table, as text, without `changed`: it is drawn from a sequence at every write, for feed
 * cursors, and does not follow from the log.
 */
async function dump(): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const table of auditsProjector.tables) {
    const found: { row: string }[] = await base.db.query(
      `select (to_jsonb(t) - 'changed')::text as row from read.${table} t order by 1`,
    );
    rows.push(...found.map(({ row }) => `${table} ${row}`));
  }
  return rows;
}

describe('the read models of audits, built anew', () => {
  it('are those that grew live, byte for byte, whatever happened and however the log is cut (46)', async () => {
    const history = fc.record({
      seed: fc.integer(),
      steps: fc.integer({ min: 10, max: 60 }),
      batch: fc.integer({ min: 1, max: 90 }),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ seed, steps, batch }) => {
        const random = seeded(seed);
        const audit = await begun();
        await audit.wander(random, steps);
        const plan = await planIn(audit);
        for (const assignee of [ana, luis, null])
          await audit.ask({ kind: 'assign_item', id: plan, assignee });
        await settled(audit);
        const live = await dump();
        await rebuild(batch);
        expect(await dump()).toEqual(live);
      }),
      { numRuns: 8, endOnFailure: true },
    );
    expect((await dump()).join('\n')).toContain('own_plans_feed');
  });

  it('tell followers what they have not seen, though it was stamped before their cursors', async () => {
    const [quiet, busy] = [await begun(), await begun()];
    const plan = await planIn(quiet);
    await quiet.ask({ kind: 'assign_item', id: plan, assignee: ana });
    await settled(quiet);
    await settled(busy);
    expect(await readOwnPlans(base.db, reader)).toHaveLength(1);

    // The live rows lag behind: the next changes reach only the rebuilt tables.
    await base.runner.stop();
    await quiet.ask({ kind: 'assign_item', id: plan, assignee: luis });
    await busy.ask({ kind: 'rename_item', id: busy.items[0], name: 'Otro' });
    let [list, own] = [0, 0];
    await rebuild(5_000, {
      async apply(events, tx) {
        await auditsProjector.apply(events, tx);
        // Simulates a delayed stream that is projected again and moves the live rows' cursors after the new
        // ones were set.
        await base.owner.query(
          `update read.audit set changed = nextval('read.audit_changed') where id = $1`,
          [busy.id],
        );
        await base.owner.query(`update read.own_plans_feed set changed = nextval('read.audit_changed')`);
        list = await newestAuditChange(base.db, account, 'audits');
        own = await ownPlansCursor(base.db, reader);
      },
    });
    const { entries: changed } = await listChangedAudits(base.db, reader, {
      ...{ listed: 'audits', after: list, limit: 1_000 },
      years: { from: null, to: null, withOpen: false },
    });
    expect(changed.map(({ id }) => id)).toEqual(expect.arrayContaining([quiet.id, busy.id]));
    expect(changed.find(({ id }) => id === quiet.id)?.version).toBe(quiet.state.version);
    expect(await newestAuditChange(base.db, account, 'audits')).toBeGreaterThan(list);
    // A user whose only plan was reassigned is notified too.
    expect(await ownPlansCursor(base.db, reader)).toBeGreaterThan(own);
    expect(await readOwnPlans(base.db, reader)).toEqual([]);
    base.runner.start();
    await settled(quiet);
  });
});
