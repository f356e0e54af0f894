import { alive, isReadOnly, marksOn, progressOf, type AuditState } from '@cotejo/audits-domain';
import type { UserId } from '@cotejo/access-contracts';
import { auditStatus, type YearRange } from '@cotejo/audits-contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findImportedAudit } from './reads/find-imported-audit.ts';
import { InventedAudit, newAccount, newPeople, seeded } from './invented-history.fixture.ts';
import {
  findAudit,
  listAudits,
  listChangedAudits,
  newestAuditChange,
  type AuditListEntry,
} from './reads/list-audits.ts';
import { projectedDatabase, type ProjectedDatabase } from './projected-database.fixture.ts';
import { readChangesAfter, readChangesBefore } from './reads/read-change-log.ts';
import { readLastCodeNumber } from './reads/read-last-code.ts';
import { readStretches } from './reads/read-stretches.ts';
import { readTeam } from './reads/read-team.ts';
import { readTree } from './reads/read-tree.ts';
import { TreeItemEntity } from './tables/tree-item.entity.ts';

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

async function begun(changes: Parameters<InventedAudit['begin']>[1] = {}): Promise<InventedAudit> {
  codes += 1;
  return new InventedAudit(base.store, account, people).begin(
    `AUD-2026-${String(codes).padStart(3, '0')}`,
    changes,
  );
}

const settled = async (audit: InventedAudit): Promise<void> => {
  expect(await base.projected(audit.stream, audit.state.version)).toBe(true);
};

/** Items in the read model, mapped to fields of the domain's state. */
async function itemsInRows(audit: InventedAudit): Promise<unknown[]> {
  const rows = await base.db.getRepository(TreeItemEntity).findBy({ accountId: account, auditId: audit.id });
  return rows
    .map((row) => ({
      id: row.id,
      place: [row.parentId, row.position],
      type: row.type,
      code: row.code,
      name: row.name,
      status: row.status,
      assignee: row.assignee,
      treatment: row.treatment,
      derived: row.derived,
      dates: [row.startDate, row.endDate],
      target: row.targetItem === null ? null : { audit: row.targetAudit, item: row.targetItem },
      refParent: row.refParent,
      origin: row.origin,
      risk: row.risk,
      values: row.values,
      stretches: row.stretches,
      signatures: row.signatures,
      completedBy: row.completedBy,
      marks: row.marks,
      createdBy: row.createdBy,
      created: row.createdVersion,
      version: row.version,
      changedBy: row.changedBy,
      deleted: row.deletedVersion,
      deletedAt: row.deletedAt?.toISOString() ?? null,
      live: row.live,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function itemsInState(state: AuditState): unknown[] {
  return [...state.nodes()]
    .map((node) => ({
      id: node.id,
      place: node.place,
      type: node.type,
      code: node.code,
      name: node.name,
      status: node.status,
      assignee: node.assignee,
      treatment: node.treatment,
      derived: node.derived,
      dates: node.dates ?? [null, null],
      target: node.target ?? null,
      refParent: node.refParent ?? null,
      origin: node.origin ?? null,
      risk: node.risk ?? null,
      values: node.values ?? null,
      stretches: node.stretches ?? null,
      signatures: node.signatures ?? null,
      completedBy: node.completedBy,
      marks: (marksOn(node, 'completed').length > 0 ? 1 : 0) + (marksOn(node, 'reviewed').length > 0 ? 2 : 0),
      createdBy: node.createdBy,
      created: node.fields['created'],
      version: node.version,
      changedBy: node.changedBy,
      deleted: node.deleted,
      deletedAt: node.deletedAt ?? null,
      live: alive(state, node.id),
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

const stretchesInState = ({ stretches }: AuditState) =>
  [...stretches.values()].sort((a, b) => (a.id < b.id ? -1 : 1));

describe('the audits projector', () => {
  /** Proves that the histories below contained these cases. */
  const happened = new Set<string>();

  it.each([1, 2, 3, 4, 5, 6])(
    'comes to the same rows as the fold of the rules, whatever happened (history %i)',
    async (seed) => {
      const [random, chance] = [seeded(seed), seeded(seed + 100)];
      const audit = await begun();
      for (let part = 0; part < 4; part++) {
        await audit.wander(random, 60);
        await audit.planSprints(chance, 6);
        await settled(audit);
        expect(await itemsInRows(audit)).toEqual(itemsInState(audit.state));
        expect(await readStretches(base.db, account, audit.id)).toEqual(stretchesInState(audit.state));
      }
      for await (const { type, data } of base.store.read(audit.stream))
        happened.add(type === 'TreeItemCreated' ? String(data['itemType']) : type);
      const entry = await findAudit(base.db, reader, audit.id);
      expect(entry).toMatchObject({
        version: audit.state.version,
        progress: progressOf(audit.state, null),
        items: [...audit.state.nodes()].filter(({ id }) => alive(audit.state, id)).length,
      });
    },
  );

  it('has been asked for everything by then', () => {
    expect([...happened]).toEqual(
      expect.arrayContaining([
        ...['TreeItemPurged', 'TreeItemScheduled', 'RiskDescribed', 'TreeItemRestored', 'TreeItemMoved'],
        ...['SprintSet', 'TreeItemAllotted'],
        ...['ItemValuesSet', 'ItemSigned', 'SignaturesVoided', 'reference', 'action_plan'],
      ]),
    );
  });

  it('writes one change for every event, in the words of its moment', async () => {
    const audit = await begun();
    const [phase, other] = [...audit.state.nodes()].filter(({ type }) => type === 'phase');
    if (!phase || !other) throw new Error('the template has phases');
    const risk = crypto.randomUUID();
    await audit.ask({
      kind: 'create_item',
      id: risk,
      type: 'risk',
      parent: phase.id,
      name: 'Pagos duplicados',
    });
    await audit.ask({ kind: 'rename_item', id: phase.id, name: 'Otra fase' });
    await audit.ask({ kind: 'move_item', id: risk, parent: other.id });
    await audit.ask({ kind: 'assign_item', id: risk, assignee: luis });
    await audit.ask({ kind: 'delete_item', id: risk });
    await settled(audit);
    const log = await readChangesBefore(base.db, account, audit.id, null, 500);
    expect(log.map(({ version }) => version)).toEqual(Array.from(log, (_, at) => audit.state.version - at));
    const byType = new Map(log.map((change) => [change.type, change]));
    expect(byType.get('TreeItemDeleted')).toMatchObject({
      itemId: risk,
      item: { type: 'risk', code: 'R-001', name: 'Pagos duplicados' },
      detail: { items: 1 },
      actor: ana,
    });
    expect(byType.get('TreeItemMoved')?.detail).toEqual({
      parent: other.id,
      parentName: other.name,
      fromParent: phase.id,
      fromParentName: 'Otra fase',
      reordered: false,
    });
    const created = log.find((change) => change.itemId === risk && change.type === 'TreeItemCreated');
    expect(created?.detail).toMatchObject({ parentName: phase.name, itemType: 'risk' });
    expect(byType.get('TreeItemAssigned')?.detail).toEqual({ assignee: luis, from: null });
    expect(byType.get('AuditCreated')).toMatchObject({ version: 0, itemId: null, item: null });

    expect(await readChangesBefore(base.db, account, audit.id, 3, 2)).toEqual(
      log.filter(({ version }) => version === 2 || version === 1),
    );
    expect(await readChangesAfter(base.db, account, audit.id, audit.state.version - 2, 10)).toEqual(
      log.slice(0, 2).reverse(),
    );
  });

  it.each<['copy' | 'import', number]>([
    ['copy', 0],
    ['import', 1],
  ])('shows of what a running %s has made %i of one, and all of it at its end', async (what, shown) => {
    const audit = await begun();
    const operation = crypto.randomUUID();
    const count = async () => {
      await settled(audit);
      return (await findAudit(base.db, reader, audit.id))?.items ?? -1;
    };
    const before = await count();
    await audit.ask({ kind: 'start_operation', operation, what });
    const id = crypto.randomUUID();
    const made = { kind: 'create_item', id, type: 'phase', parent: null, name: 'A medias' };
    expect(await audit.ask(made, operation)).toBeNull();
    expect(await count()).toBe(before + shown);
    const rows = () => readTree(base.db, account, audit.id);
    expect((await rows()).filter((row) => row.id === id)).toHaveLength(shown);
    await audit.ask({ kind: 'finish_operation', operation });
    expect(await count()).toBe(before + 1);
    expect((await rows()).filter((row) => row.id === id)).toHaveLength(1);
  });

  it('takes events of other contexts on the stream as changes of their own', async () => {
    const audit = await begun();
    const step = audit.items[0];
    await audit.append([
      { type: 'StepProgrammeSet', data: { id: step, weight: 3, text: 'x'.repeat(900), nested: { a: 1 } } },
    ]);
    await settled(audit);
    const [change] = await readChangesBefore(base.db, account, audit.id, null, 1);
    expect(change).toMatchObject({ type: 'StepProgrammeSet', itemId: step, detail: { weight: 3 } });
    expect((await findAudit(base.db, reader, audit.id))?.version).toBe(audit.state.version);
  });
});

describe('what is read', () => {
  let audit: InventedAudit;
  beforeEach(async () => {
    audit = await begun();
    await settled(audit);
  });

  it('stays within the account', async () => {
    const strangers = { accountId: newAccount(), userId: ana };
    expect(await listAudits(base.db, strangers)).toEqual([]);
    expect(await findAudit(base.db, strangers, audit.id)).toBeNull();
    expect(await readTree(base.db, strangers.accountId, audit.id)).toEqual([]);
    expect(await readChangesBefore(base.db, strangers.accountId, audit.id, null, 10)).toEqual([]);
    expect([...(await readTeam(base.db, strangers.accountId, audit.id))]).toEqual([]);
    expect(await newestAuditChange(base.db, strangers.accountId, 'audits')).toBe(-1);
  });

  it('says who reads it what the team says of them', async () => {
    expect((await findAudit(base.db, reader, audit.id))?.ownRole).toBe('leader');
    expect(
      (await findAudit(base.db, { accountId: account, userId: newPeople(1)[0] as UserId }, audit.id))
        ?.ownRole,
    ).toBeNull();
    expect([...(await readTeam(base.db, account, audit.id)).values()]).toEqual(['leader', 'leader']);
  });

  it('gives each change of the list once, in order, after a cursor', async () => {
    const cursor = await newestAuditChange(base.db, account, 'audits');
    const changes = (limit: number, years: Partial<YearRange> = {}) =>
      listChangedAudits(base.db, reader, {
        ...{ listed: 'audits', after: cursor, limit },
        years: { from: null, to: null, withOpen: false, ...years },
      });
    expect(await changes(10)).toEqual({ entries: [], elsewhere: [], cursor });
    const second = await begun();
    await audit.ask({ kind: 'rename_item', id: audit.items[0], name: 'Nuevo nombre' });
    await settled(second);
    await settled(audit);
    const { entries, ...changed } = await changes(10);
    expect(new Set(entries.map(({ id }) => id))).toEqual(new Set([audit.id, second.id]));
    expect(await newestAuditChange(base.db, account, 'audits')).toBe(changed.cursor);
    expect((await changes(1)).entries).toEqual(entries.slice(0, 1));
    const [{ year }] = entries as [AuditListEntry];
    expect(await changes(10, { from: year, to: year })).toMatchObject({ entries, elsewhere: [] });
    expect(await changes(10, { from: year + 1 })).toEqual({
      entries: [],
      elsewhere: entries.map(({ id, version }) => expect.objectContaining({ id, version }) as unknown),
      cursor: changed.cursor,
    });
  });

  it('keeps those of earlier years that are neither closed nor cancelled, where they are asked for', async () => {
    const cursor = await newestAuditChange(base.db, account, 'audits');
    const { year } = (await findAudit(base.db, reader, audit.id)) as AuditListEntry;
    const years = { from: year + 1, to: null };
    for (const status of auditStatus.options)
      for (const closedOn of [null, '2026-03-02']) {
        await base.pool.query('update read.audit set status = $1, closed_on = $2 where id = $3', [
          ...[status, closedOn, audit.id],
        ]);
        const listed = await listAudits(base.db, reader, { ano_desde: year + 1, con_abiertas: true });
        const { elsewhere } = await listChangedAudits(base.db, reader, {
          ...{ listed: 'audits', after: cursor - 1, limit: 10 },
          years: { ...years, withOpen: true },
        });
        const isOver = isReadOnly({ status, closedOn });
        expect([status, closedOn, listed.some(({ id }) => id === audit.id)]).toEqual([
          ...[status, closedOn, !isOver],
        ]);
        expect([status, closedOn, elsewhere.some(({ id }) => id === audit.id)]).toEqual([
          ...[status, closedOn, isOver],
        ]);
      }
    const { elsewhere } = await listChangedAudits(base.db, reader, {
      ...{ listed: 'audits', after: cursor - 1, limit: 10 },
      years: { ...years, withOpen: false },
    });
    expect(elsewhere.map(({ id }) => id)).toContain(audit.id);
  });

  it('leaves out an audit whose import was given up, and finds the one that was not', async () => {
    const operation = crypto.randomUUID();
    const imported = await begun({ imported: 'oscal:nist' });
    expect(await imported.ask({ kind: 'start_operation', operation, what: 'import' })).toBeNull();
    await settled(imported);
    expect(await findAudit(base.db, reader, imported.id)).toMatchObject({ operationKind: 'import' });
    expect(await findImportedAudit(base.db, account, 'oscal:nist')).toMatchObject({ id: imported.id });
    expect(await imported.ask({ kind: 'discard_operation', operation }, operation)).toBeNull();
    await settled(imported);
    expect(await findAudit(base.db, reader, imported.id)).toBeNull();
    expect((await listAudits(base.db, reader)).map(({ id }) => id)).not.toContain(imported.id);
    expect(await findImportedAudit(base.db, account, 'oscal:nist')).toBeNull();
    const after = (await newestAuditChange(base.db, account, 'audits')) - 1;
    const years = { from: null, to: null, withOpen: false };
    const last = await listChangedAudits(base.db, reader, { listed: 'audits', years, after, limit: 1 });
    expect(last.entries).toMatchObject([{ id: imported.id, discarded: true }]);
  });

  it('knows the last code of a year', async () => {
    expect(await readLastCodeNumber(base.db, account, 'AUD-2026-')).toBe(codes);
    expect(await readLastCodeNumber(base.db, account, 'AUD-2025-')).toBe(0);
  });
});
