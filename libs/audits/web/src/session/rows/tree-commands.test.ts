import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { AuditOverlay, type AuditView } from '@cotejo/audits-domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inWhole, splitBatch } from '../tray/split-batch.ts';
import { item, model, person, personId, TestAudit, type Seat } from '../test-audit.fixture.ts';
import { intentsToCopy } from './tree-commands.ts';
import type { TreeRow } from './tree-rows.ts';

let audit: TestAudit;
let ana: Seat;

beforeEach(async () => {
  vi.useFakeTimers();
  audit = new TestAudit([
    [7, 'risk', 3, 'Pagos dobles'],
    [8, 'risk', 3, 'Pagos sin soporte'],
    [9, 'process', 1, 'Ventas'],
  ]);
  ana = await audit.seat(1);
  await settle();
});
afterEach(async () => {
  await ana.session.close();
  vi.useRealTimers();
});

const settle = () => audit.deliver([ana], () => vi.advanceTimersByTimeAsync(0));
const children = (n: number | null) => ana.session.view.childrenOf(n === null ? null : item(n));
const living = (n: number) => children(n).filter((id) => ana.session.view.get(id)?.deleted === null);
const namesUnder = (id: ItemId | null): unknown[] =>
  ana.session.view.childrenOf(id).map((child) => {
    const node = ana.session.view.get(child);
    return [node?.type, node?.name, ...namesUnder(child)];
  });
const shownUnder = (id: ItemId): unknown[] => {
  const draw = (row: TreeRow): unknown[] => [row.name, ...(row.children ?? []).map(draw)];
  return (ana.session.snapshot.rowOf(id)?.children ?? []).map(draw);
};
const pending = () => ana.session.connection.outbox.pending;

describe('several intents as one', () => {
  it('go as one batch, which is one answer and one step to undo', async () => {
    const result = ana.session.actTogether([
      { kind: 'create_item', id: item(20), type: 'process', parent: item(1), name: 'Nómina' },
      { kind: 'create_item', id: item(21), type: 'step', parent: item(20), name: 'Recalcular' },
      { kind: 'move_item', id: item(4), parent: item(20) },
    ]);
    expect(result).toEqual({ ok: true, seq: 0, created: [item(20)] });
    expect(pending().map((one) => one.intent.kind)).toEqual(['batch']);
    await settle();
    expect(audit.judged).toHaveLength(1);
    expect(audit.state.get(item(4))?.place[0]).toBe(item(20));
  });

  it('are refused whole, and the refusal says which of them', () => {
    const intents: KernelIntent[] = [
      { kind: 'rename_item', id: item(2), name: 'Uno' },
      { kind: 'move_item', id: item(1), parent: item(3) },
    ];
    const rejection = { code: 'would_create_cycle', params: expect.objectContaining({ part: 1 }) };
    expect(ana.session.judgeTogether(intents)).toEqual(rejection);
    expect(ana.session.actTogether(intents)).toEqual({ ok: false, rejection });
    expect(ana.session.view.get(item(2))?.name).toBe('Compras');
    expect([pending().length, ana.session.canUndo]).toEqual([0, false]);
  });

  it('judge nothing when there is nothing, and send nothing when nothing changes', () => {
    expect(ana.session.judgeTogether([])).toBeNull();
    expect(ana.session.actTogether([])).toEqual({ ok: true, seq: null, created: [] });
    const same = { kind: 'rename_item', id: item(2), name: 'Compras' } as const;
    expect(ana.session.actTogether([same, same])).toEqual({ ok: true, seq: null, created: [] });
    expect(pending()).toEqual([]);
  });

  it('that are too many for one batch go as several, and are still one step', async () => {
    const lines = Array.from({ length: 1_100 }, (_, n) => `Paso ${n}`);
    const result = ana.session.pasteLines(item(3), 'step', lines);
    expect(result).toMatchObject({ ok: true, created: { length: 1_100 } });
    expect(pending().map((one) => (one.intent['parts'] as unknown[]).length)).toEqual([500, 500, 100]);
    await settle();
    const names = children(3).map((id) => audit.state.get(id)?.name);
    expect(names.filter((name) => name?.startsWith('Paso'))).toEqual(lines);
    expect(ana.session.undo()).toMatchObject({ ok: true });
    await settle();
    expect(living(3)).toEqual([item(6), item(7), item(8)]);
    expect(ana.session.tray).toEqual([]);
  });

  it('that are too many are refused whole, too', () => {
    const intents: KernelIntent[] = Array.from({ length: 700 }, (_, n) => ({
      kind: 'rename_item',
      id: item(n === 600 ? 999 : 2),
      name: `n ${n}`,
    }));
    expect(ana.session.actTogether(intents)).toEqual({
      ok: false,
      rejection: { code: 'item_not_found', params: { part: 600 } },
    });
    expect(pending()).toEqual([]);
  });

  it('are split by their size in bytes, too', () => {
    const long: KernelIntent = { kind: 'rename_item', id: item(2), name: 'ñ'.repeat(500) };
    const groups = splitBatch(Array.from({ length: 400 }, () => long));
    expect(groups.flat()).toHaveLength(400);
    for (const group of groups)
      expect(new TextEncoder().encode(JSON.stringify(group)).length).toBeLessThan(110_000);
    expect(groups.length).toBeGreaterThan(3);
  });

  it('keep a refusal of one alone as it is', () => {
    expect(inWhole({ code: 'x' }, 0, 1)).toEqual({ code: 'x' });
    expect(inWhole({ code: 'x', params: { part: 2, a: 'b' } }, 500, 900)).toEqual({
      code: 'x',
      params: { part: 502, a: 'b' },
    });
  });
});

describe('commands on several items', () => {
  it('move them one below the other in the order in which they are shown', async () => {
    ana.session.act({ kind: 'move_item', id: item(6), parent: item(9) });
    expect(
      ana.session.moveItems([item(8), item(5), item(4), item(7)], item(9), { after: null }),
    ).toMatchObject({
      ok: true,
    });
    // The control moves with its risk.
    expect(children(9)).toEqual([4, 7, 8, 6].map(item));
    await settle();
    expect([ana.session.tray, audit.state.childrenOf(item(9))]).toEqual([[], [4, 7, 8, 6].map(item)]);
  });

  it('delete them, and ask about a control that stands elsewhere, too', () => {
    const target = { audit: null, item: item(5) };
    const reference = { type: 'reference', name: 'Control', target } as const;
    ana.session.act({ kind: 'create_item', id: item(30), parent: item(7), ...reference });
    expect(ana.session.deleteItems([item(5), item(6)])).toEqual({
      ok: false,
      rejection: { code: 'shared_control', params: expect.objectContaining({ places: 1 }) },
    });
    expect(ana.session.deleteItems([item(5), item(6)], 'here')).toMatchObject({ ok: true });
    expect([living(4), living(7), ana.session.view.get(item(6))?.deleted === null]).toEqual([
      [],
      [item(5)],
      false,
    ]);
    ana.session.undo();
    // When a control is deleted with all its references, no decision about sharing is needed.
    expect(ana.session.deleteItems([item(5), item(30)])).toMatchObject({ ok: true });
    expect([living(4), living(7)]).toEqual([[], []]);
    expect(ana.session.restoreItems([item(5), item(30)])).toMatchObject({ ok: true });
    expect([living(4), living(7)]).toEqual([[item(5)], [item(30)]]);
  });

  it('give what can be given to somebody, and leave out the rest', () => {
    expect(ana.session.assignItems([item(3), item(6), item(7)], personId(2))).toMatchObject({ ok: true });
    const assignees = [3, 6, 7].map((n) => ana.session.view.get(item(n))?.assignee);
    expect(assignees).toEqual([null, personId(2), personId(2)]);
    ana.session.undo();
    expect(ana.session.view.get(item(6))?.assignee).toBeNull();
  });

  it('take statuses from what they are to one', () => {
    ana.session.act({ kind: 'change_status', id: item(6), from: 'new', to: 'in_progress' });
    expect(ana.session.changeStatuses([item(3), item(6), item(7)], 'in_progress')).toMatchObject({
      ok: true,
    });
    expect([6, 7].map((n) => ana.session.view.get(item(n))?.status)).toEqual(['in_progress', 'in_progress']);
  });

  it('paste lines in order, without the empty ones', () => {
    const result = ana.session.pasteLines(
      item(3),
      'risk',
      ['  Uno ', '', { name: 'Dos', code: 'X-7' }, '\t'],
      { after: item(7) },
    );
    expect(children(3).map((id) => ana.session.view.get(id)?.name)).toEqual([
      'Conciliar pagos',
      'Pagos dobles',
      'Uno',
      'Dos',
      'Pagos sin soporte',
    ]);
    const created = result.ok ? result.created : [];
    expect(created.map((id) => ana.session.view.get(id)?.code)).toEqual(['R-004', 'X-7']);
  });
});

describe('pasted lines with levels', () => {
  it('make a branch in one step, each level of its type', () => {
    const lines = [
      { name: 'Uno' },
      { name: 'Dos', level: 1 },
      { name: 'Tres', level: 2 },
      { name: 'Cuatro', level: 1 },
      { name: 'Cinco' },
    ];
    const before = children(3).length;
    const result = ana.session.pasteLines(item(3), ['risk', 'control', 'control_test'], lines);
    const [one, five] = result.ok ? result.created : [];
    if (!one || !five) throw new Error('nothing was made');
    const tree = (id: typeof one): unknown[] => {
      const node = ana.session.view.get(id);
      return [node?.type, node?.name, ...ana.session.view.childrenOf(id).map(tree)];
    };
    expect([tree(one), tree(five)]).toEqual([
      ['risk', 'Uno', ['control', 'Dos', ['control_test', 'Tres']], ['control', 'Cuatro']],
      ['risk', 'Cinco'],
    ]);
    expect(children(3).slice(-2)).toEqual([one, five]);
    expect(ana.session.undo()).toMatchObject({ ok: true });
    expect(children(3).filter((id) => ana.session.view.get(id)?.deleted === null)).toHaveLength(before);
  });
});

describe('copies in the same audit', () => {
  it('stand one below the other, their controls as references to the originals', async () => {
    const result = ana.session.copyItems([item(8), item(4)], item(9));
    expect(result).toMatchObject({ ok: true, created: { length: 2 } });
    expect(namesUnder(item(9))).toEqual([
      ['risk', 'Proveedores ficticios', ['reference', 'Doble aprobación']],
      ['risk', 'Pagos sin soporte'],
    ]);
    await settle();
    expect(ana.session.tray).toEqual([]);
    expect(audit.state.referencesTo(item(5))).toHaveLength(1);
  });

  it('right below their source, under the name given, are duplicates', () => {
    const result = ana.session.duplicateItems([{ id: item(7), name: 'Pagos dobles (copia)' }]);
    const [copy] = result.ok ? result.created : [];
    expect(children(3)).toEqual([item(6), item(7), copy, item(8)]);
    expect(ana.session.view.get(copy!)?.name).toBe('Pagos dobles (copia)');
  });

  it('of a large branch come in pieces that make the whole', async () => {
    ana.session.deleteItems([item(4)]);
    const lines = Array.from({ length: 40 }, (_, n) => `Proceso ${n}`);
    const processes = ana.session.pasteLines(item(1), 'process', lines);
    for (const [n, process] of (processes.ok ? processes.created : []).entries())
      ana.session.pasteLines(
        process,
        'step',
        Array.from({ length: 15 }, (_, m) => `Paso ${n}.${m}`),
      );
    await settle();
    const sent = audit.judged.length;
    const result = ana.session.copyItems([item(1)], null);
    expect(result).toMatchObject({ ok: true, created: { length: 1 } });
    await settle();
    expect(ana.session.tray).toEqual([]);
    expect(audit.judged.length - sent).toBe(2);
    const [copy] = result.ok ? result.created : [];
    expect(shownUnder(copy!)).toEqual(shownUnder(item(1)));
    expect(ana.session.snapshot.rowOf(copy!)?.size).toBe(647);
    ana.session.undo();
    expect(ana.session.view.get(copy!)?.deleted).not.toBeNull();
  });

  it('leave nothing out and name no id twice, however the branch is cut', () => {
    const view: AuditView = new AuditOverlay(audit.state);
    let n = 1_000;
    const intents = intentsToCopy(view, [item(1)], null, {}, () => item(n++));
    const copies = intents.flatMap((one) => (one.kind === 'copy_item' ? one.copies : []));
    expect(new Set(copies.map(([, copy]) => copy)).size).toBe(copies.length);
    expect(copies.map(([source]) => source).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map(item));
    const context = { now: '', actor: person(1).userId, can: () => true, mode: 'server' } as const;
    const [only] = intents;
    expect(intents).toHaveLength(1);
    expect(model.decide(view, { intent: { ...only! }, base: audit.version }, context)).toMatchObject({
      ok: true,
      events: { length: 9 },
    });
  });
});
