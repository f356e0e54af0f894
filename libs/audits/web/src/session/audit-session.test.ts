import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { memoryOutboxStore } from '@cotejo/rooms/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notice, Touch } from './rows/remote-changes.ts';
import { drawn, item, person, personId, TestAudit, type Seat } from './test-audit.fixture.ts';
import type { TreeRow } from './rows/tree-rows.ts';

let audit: TestAudit;
let seats: Seat[];

beforeEach(() => {
  vi.useFakeTimers();
  audit = new TestAudit();
  seats = [];
});
afterEach(async () => {
  await Promise.all(seats.map((seat) => seat.session.close()));
  vi.useRealTimers();
});

const settle = () => audit.deliver(seats, () => vi.advanceTimersByTimeAsync(0));
async function sit(n: number, options: Parameters<TestAudit['seat']>[1] = {}): Promise<Seat> {
  const seat = await audit.seat(n, options);
  seats.push(seat);
  await settle();
  return seat;
}
const rename = (n: number, name: string): KernelIntent => ({ kind: 'rename_item', id: item(n), name });
const create = (n: number, parent: number, name = `Paso ${n}`): KernelIntent => ({
  kind: 'create_item',
  id: item(n),
  type: 'step',
  parent: item(parent),
  name,
});
const name = (seat: Seat, n: number) => seat.session.view.get(item(n))?.name;
const refusal = (code: string) => ({ ok: false, rejection: expect.objectContaining({ code }) });

describe('acting', () => {
  it('shows at once, before anything was sent', async () => {
    const ana = await sit(1);
    const result = ana.session.act(rename(2, 'Abastecimiento'));
    expect(result).toEqual({ ok: true, seq: 0, created: [] });
    expect(ana.session.snapshot.rowOf(item(2))).toMatchObject({
      node: { name: 'Abastecimiento' },
      pending: true,
    });
    expect(audit.state.get(item(2))?.name).toBe('Compras');
    await settle();
    expect(audit.state.get(item(2))?.name).toBe('Abastecimiento');
    expect(ana.session.snapshot.rowOf(item(2))).toMatchObject({
      node: { name: 'Abastecimiento' },
      pending: false,
    });
    expect(ana.session.pendingCount).toBe(0);
  });

  it.each([
    ['a cycle', { kind: 'move_item', id: item(4), parent: item(5) }, 'would_create_cycle'],
    [
      'a child of the wrong type',
      { kind: 'move_item', id: item(5), parent: item(3) },
      'child_type_not_allowed',
    ],
    ['an empty name', rename(2, '  '), 'invalid_intent'],
    ['an item that is not there', rename(99, 'x'), 'item_not_found'],
  ] as [string, KernelIntent, string][])(
    'refuses %s at once and sends nothing',
    async (_what, intent, code) => {
      const ana = await sit(1);
      expect(ana.session.judge(intent)).toMatchObject({ code });
      expect(ana.session.act(intent)).toEqual(refusal(code));
      expect(ana.session.pendingCount).toBe(0);
      await settle();
      expect(audit.judged).toEqual([]);
    },
  );

  it('sends nothing when there is nothing to change', async () => {
    const ana = await sit(1);
    expect(ana.session.act(rename(2, 'Compras'))).toEqual({ ok: true, seq: null, created: [] });
    expect(ana.session.pendingCount).toBe(0);
  });

  it('lets guests change nothing', async () => {
    const guest = await sit(4, { role: 'guest' });
    expect(guest.session.mode).toBe('read');
    expect(guest.session.act(rename(2, 'x'))).toEqual(refusal('forbidden'));
  });

  it('refuses while there is no base yet', async () => {
    const ana = await audit.seat(1);
    seats.push(ana);
    expect(ana.session.act(rename(2, 'x'))).toEqual(refusal('room_unavailable'));
  });

  it('judges pending work once a frame, however much of the base moved', async () => {
    const ana = await sit(1);
    ana.network.cut();
    ana.session.act(rename(2, 'Mío'));
    for (let n = 0; n < 20; n++) audit.does(person(2), rename(3, `Pagos ${n}`));
    ana.network.heal();
    const before = ana.session.rebases;
    await settle();
    expect(ana.session.rebases - before).toBeLessThanOrEqual(2);
    expect([name(ana, 2), name(ana, 3)]).toEqual(['Mío', 'Pagos 19']);
  });
});

describe('two people', () => {
  it('see what the other does, and who did it', async () => {
    const [ana, luis] = [await sit(1), await sit(2)];
    const touches: Touch[] = [];
    const own: Touch[] = [];
    luis.session.onTouched((those) => touches.push(...those));
    ana.session.onTouched((those) => own.push(...those));
    ana.session.act(rename(2, 'Abastecimiento'));
    await settle();
    expect(name(luis, 2)).toBe('Abastecimiento');
    expect(touches).toEqual([{ item: item(2), by: personId(1), version: audit.version, fields: ['name'] }]);
    expect(own).toEqual([]);
  });

  it('are not told of what was there before they came', async () => {
    const luis = await audit.seat(2);
    seats.push(luis);
    const touched = vi.fn();
    luis.session.onTouched(touched);
    await settle();
    expect(luis.session.snapshot.rows).toHaveLength(1);
    expect(touched).not.toHaveBeenCalled();
  });

  it('both learn it when one renamed over the other', async () => {
    const [ana, luis] = [await sit(1), await sit(2)];
    const told: [string, Notice][] = [];
    ana.session.onNotice((notice) => told.push(['ana', notice]));
    luis.session.onNotice((notice) => told.push(['luis', notice]));
    luis.network.cut();
    luis.session.act(rename(2, 'De Luis'));
    ana.session.act(rename(2, 'De Ana'));
    await settle();
    luis.network.heal();
    await settle();
    expect([name(ana, 2), name(luis, 2)]).toEqual(['De Luis', 'De Luis']);
    const both = { item: item(2), field: 'name' };
    expect(told).toEqual([
      ['luis', { ...both, kind: 'overwrote', by: personId(1), mine: 'De Luis', theirs: 'De Ana' }],
      ['ana', { ...both, kind: 'overwritten', by: personId(2), mine: 'De Ana', theirs: 'De Luis' }],
    ]);
  });

  it('merge what was done offline', async () => {
    const [ana, luis] = [await sit(1), await sit(2)];
    ana.network.cut();
    ana.session.act(create(10, 2));
    ana.session.act(create(11, 2));
    ana.session.act({ kind: 'move_item', id: item(6), parent: item(2), after: item(10) });
    luis.session.act(create(12, 2));
    luis.session.act(rename(2, 'De Luis'));
    await settle();
    expect(ana.session.unsentCount).toBe(3);
    ana.network.heal();
    await settle();
    const expected = drawn(audit.state);
    expect([drawn(ana.session.view), drawn(luis.session.view)]).toEqual([expected, expected]);
    expect(audit.state.childrenOf(item(2))).toEqual([4, 12, 10, 6, 11].map(item));
  });
});

describe('work that the server refuses', () => {
  const deleted = async () => {
    const ana = await sit(1);
    ana.network.cut();
    audit.does(person(2), { kind: 'delete_item', id: item(3) });
    ana.session.act(create(10, 3, 'Nuevo paso'));
    ana.session.act(rename(10, 'Otro nombre'));
    ana.network.heal();
    await settle();
    return ana;
  };

  it('goes to the tray with all that built on it, and leaves the view', async () => {
    const ana = await deleted();
    expect(ana.session.tray).toMatchObject([
      { code: 'parent_deleted', intent: { kind: 'create_item', name: 'Nuevo paso' }, label: 'Nuevo paso' },
      { code: 'item_not_found', intent: { kind: 'rename_item', name: 'Otro nombre' } },
    ]);
    expect(ana.session.view.get(item(10))).toBeUndefined();
    expect(ana.session.pendingCount).toBe(0);
    expect(ana.session.canUndo).toBe(false);
  });

  it('can be made again once the reason is gone', async () => {
    const ana = await deleted();
    const [first, second] = ana.session.tray;
    expect(ana.session.reapply(first!)).toEqual(refusal('parent_deleted'));
    expect(ana.session.tray).toHaveLength(2);
    ana.session.act({ kind: 'restore_item', id: item(3) });
    expect(ana.session.reapply(first!)).toMatchObject({ ok: true });
    expect(ana.session.reapply(second!)).toMatchObject({ ok: true });
    expect(ana.session.tray).toEqual([]);
    await settle();
    expect(audit.state.get(item(10))?.name).toBe('Otro nombre');
  });

  it('can be discarded', async () => {
    const ana = await deleted();
    for (const entry of ana.session.tray) ana.session.discard(entry);
    expect(ana.session.tray).toEqual([]);
  });

  it('is all of it when the audit was closed meanwhile', async () => {
    const ana = await sit(1);
    ana.network.cut();
    ana.session.act(rename(2, 'Tarde'));
    audit.close();
    ana.network.heal();
    await settle();
    expect(ana.session.tray.map((entry) => entry.code)).toEqual(['audit_closed']);
    expect(ana.session.act(rename(2, 'Más tarde'))).toEqual(refusal('audit_closed'));
  });

  it('is the deletion of others’ work that the person had not seen', async () => {
    const ana = await sit(1);
    ana.network.cut();
    audit.does(person(2), rename(6, 'Cambiado por Luis'));
    ana.session.act({ kind: 'delete_item', id: item(3) });
    expect(ana.session.snapshot.rowOf(item(3))).toBeUndefined();
    ana.network.heal();
    await settle();
    expect(ana.session.tray.map((entry) => entry.code)).toEqual(['stale_delete']);
    expect(ana.session.snapshot.rowOf(item(3))).toBeDefined();
    expect(ana.session.reapply(ana.session.tray[0]!)).toMatchObject({ ok: true });
    await settle();
    expect(audit.state.get(item(3))?.deleted).not.toBeNull();
  });
});

describe('the outbox', () => {
  it('brings pending work back after a reload', async () => {
    const store = memoryOutboxStore();
    const ana = await sit(1, { store });
    ana.network.cut();
    ana.session.act(rename(2, 'Antes'));
    await ana.session.close();
    seats = [];
    const again = await sit(1, { store });
    expect(audit.state.get(item(2))?.name).toBe('Antes');
    expect([name(again, 2), again.session.pendingCount]).toEqual(['Antes', 0]);
  });

  it('outlives a base of another document, and what was shown stays until the new one is there', async () => {
    const ana = await sit(1);
    ana.network.cut();
    ana.session.act(rename(2, 'Pendiente'));
    audit.compact();
    ana.network.heal();
    const shown: number[] = [];
    ana.session.onTree((snapshot) => shown.push(snapshot.rows.length));
    await settle();
    expect(shown.every((rows) => rows === 1)).toBe(true);
    expect(audit.state.get(item(2))?.name).toBe('Pendiente');
    expect(drawn(ana.session.view)).toBe(drawn(audit.state));
  });
});

describe('rows', () => {
  const at = (seat: Seat, n: number) => seat.session.snapshot.rowOf(item(n));

  it('keep their identity where nothing changed', async () => {
    const ana = await sit(1);
    const before = [1, 2, 3, 4, 5, 6].map((n) => at(ana, n));
    ana.session.act(rename(6, 'Otro'));
    const changed = [1, 2, 3, 4, 5, 6].filter((n, index) => at(ana, n) !== before[index]);
    // The step itself and its ancestors.
    expect(changed).toEqual([1, 3, 6]);
  });

  it('do not change when only the version moves', async () => {
    const ana = await sit(1);
    const before = ana.session.snapshot.rows;
    audit.does(person(2), rename(6, 'Otro'));
    audit.does(person(2), rename(6, 'Conciliar pagos'));
    audit.close();
    await settle();
    expect(at(ana, 2)).toBe(before[0]?.children?.[0]);
  });

  it('follow an item that moves, is deleted with its branch, and comes back', async () => {
    const ana = await sit(1);
    const ids = (rows: readonly TreeRow[]): ItemId[] =>
      rows.flatMap((row) => [row.id, ...ids(row.children ?? [])]);
    const shown = () => ids(ana.session.snapshot.rows);
    ana.session.act({ kind: 'move_item', id: item(4), parent: item(3), after: null });
    expect(shown()).toEqual([1, 2, 3, 4, 5, 6].map(item));
    ana.session.act({ kind: 'delete_item', id: item(4) });
    expect(shown()).toEqual([1, 2, 3, 6].map(item));
    expect(at(ana, 5)).toBeUndefined();
    await settle();
    audit.does(person(2), { kind: 'restore_item', id: item(4) });
    audit.does(person(2), rename(5, 'Triple aprobación'));
    await settle();
    expect(shown()).toEqual([1, 2, 3, 4, 5, 6].map(item));
    expect(at(ana, 5)?.node.name).toBe('Triple aprobación');
  });

  it('put an item back where it was when its move is refused', async () => {
    const ana = await sit(1);
    ana.network.cut();
    ana.session.act({ kind: 'move_item', id: item(4), parent: item(3) });
    audit.does(person(2), { kind: 'delete_item', id: item(3) });
    ana.network.heal();
    await settle();
    expect(ana.session.tray.map((entry) => entry.code)).toEqual(['parent_deleted']);
    expect(at(ana, 2)?.children?.map((row) => row.id)).toEqual([item(4)]);
    expect(at(ana, 4)?.children?.map((row) => row.id)).toEqual([item(5)]);
  });

  it('do not bring back what was pending when their branch went', async () => {
    const ana = await sit(1);
    ana.network.cut();
    ana.session.act(rename(5, 'Nunca llegó'));
    audit.does(person(2), { kind: 'delete_item', id: item(4) });
    ana.network.heal();
    await settle();
    expect(ana.session.tray).toHaveLength(1);
    audit.does(person(2), { kind: 'restore_item', id: item(4) });
    await settle();
    expect(at(ana, 5)?.node.name).toBe('Doble aprobación');
    expect(at(ana, 4)?.children?.[0]).toBe(at(ana, 5));
  });

  it('have null for children where nothing can be under them', async () => {
    audit.does(person(1), {
      kind: 'create_item',
      id: item(20),
      type: 'inspection',
      parent: item(3),
      name: 'Visita',
    });
    audit.does(person(1), {
      kind: 'create_item',
      id: item(21),
      type: 'inspection_item',
      parent: item(20),
      name: 'Punto',
    });
    const ana = await sit(1);
    expect(at(ana, 21)?.children).toBeNull();
    expect(at(ana, 6)?.children).toEqual([]);
  });
});
