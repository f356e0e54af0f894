import type { AccessDirectory, UserId } from '@cotejo/access-contracts';
import { itemId, type ItemId } from '@cotejo/audits-contracts';
import { ancestors, deletedBranches, displayText, liveSubtree, type AuditState } from '@cotejo/audits-domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  InventedAudit,
  newAccount,
  newPeople,
  principalOf,
  seeded,
} from '../read-models/invented-history.fixture.ts';
import { findAudit, type AuditListEntry } from '../read-models/reads/list-audits.ts';
import { projectedDatabase, type ProjectedDatabase } from '../read-models/projected-database.fixture.ts';
import { readItem } from '../read/read-item.ts';
import { readPlan } from '../read/read-plan.ts';
import { readTrash } from '../read/read-trash.ts';

let base: ProjectedDatabase;
beforeAll(async () => {
  base = await projectedDatabase();
});
afterAll(() => base.drop());

const account = newAccount();
const people = newPeople(2);
const [reader] = people as [UserId, UserId];
const principal = principalOf(account, reader, 'admin');
const directory = { person: () => null } as unknown as AccessDirectory;

describe('what is read of a plan for one item, and of its trash', () => {
  const services = (): { db: ProjectedDatabase['db']; directory: AccessDirectory } => ({
    db: base.db,
    directory,
  });
  /** Counters that prove that the histories below contained these cases. */
  const shared = new Set<string>();
  const met = { items: 0, deleted: 0 };

  it.each([11, 12, 13])('is what the whole says of it, whatever happened (history %i)', async (seed) => {
    const audit = await new InventedAudit(base.store, account, people).begin(`AUD-2026-${seed}00`);
    const random = seeded(seed);
    await audit.shareControl();
    for (let part = 0; part < 5; part++) {
      await audit.wander(random, 50);
      expect(await base.projected(audit.stream, audit.state.version)).toBe(true);
      const record = await findAudit(base.db, principal, audit.id);
      if (!record) throw new Error('no record');
      await compareItems(record);
      await compareTrash(record, audit.state);
    }
  });

  it('has been tried with enough by then', () => {
    expect([...shared].sort()).toEqual(['HT_CONTROL', 'HT_REF']);
    expect(met.items).toBeGreaterThan(200);
    expect(met.deleted).toBeGreaterThan(5);
  });

  async function compareItems(record: AuditListEntry): Promise<void> {
    const whole = await readPlan(services(), principal, record);
    for (const { id } of whole.view.nodes()) {
      met.items++;
      const part = await readPlan(services(), principal, record, [id]);
      const branch = whole.writer.branch(id);
      expect(part.writer.branch(id)).toEqual(branch);
      if (!branch) continue;
      if (branch.refitem_details || branch.compartido > 0) shared.add(branch.item_tipo);
      for (const what of ['items', 'parents', 'references'] as const) {
        for (const one of [await readItem(services(), principal, record, id, what)].flat())
          if (typeof one === 'object' && 'parents' in one)
            expect(one).toEqual(whole.writer.item(itemId.parse(one.id)));
      }
    }
  }

  async function compareTrash(record: AuditListEntry, state: AuditState): Promise<void> {
    const rows = await readTrash(services(), principal, record, new Date());
    const countUnder = (id: ItemId) =>
      state.childrenOf(id).reduce((sum, child) => sum + [...liveSubtree(state, child)].length, 0);
    const expected = deletedBranches(state).map(({ node, ancestorsDeleted }) => ({
      ...{ id: node.id, nombre: displayText(state, node), ancestros_eliminados: ancestorsDeleted },
      items: countUnder(node.id),
      ruta: [...ancestors(state, node.id)].reverse().map((one) => displayText(state, one)),
    }));
    met.deleted += expected.length;
    const found = rows.map(({ id, nombre, ancestros_eliminados, items, ruta }) => ({
      ...{ id, nombre, ancestros_eliminados, items },
      ruta: ruta.map((one) => one.nombre),
    }));
    expect(found).toEqual(expected);
  }
});
