import type { KernelIntent } from '@cotejo/audits-contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { item, person, personId, TestAudit, type Seat } from './test-audit.fixture.ts';
import type { TreeRow } from './tree-rows.ts';

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
async function sit(n: number): Promise<Seat> {
  const seat = await audit.seat(n);
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

describe('undo and redo', () => {
  const cases: [string, KernelIntent][] = [
    ['create', create(10, 2)],
    ['rename', rename(2, 'Otro')],
    ['recode', { kind: 'recode_item', id: item(4), code: 'X-9' }],
    ['move', { kind: 'move_item', id: item(6), parent: item(2), after: null }],
    ['reorder', { kind: 'move_item', id: item(3), parent: item(1), before: item(2) }],
    ['assign', { kind: 'assign_item', id: item(6), assignee: personId(2) }],
    ['delete', { kind: 'delete_item', id: item(2) }],
  ];
  const visible = (seat: Seat) => {
    const draw = (rows: readonly TreeRow[]): unknown[] =>
      rows.map(({ node, children }) => [node.id, node.name, node.code, node.assignee, draw(children ?? [])]);
    return draw(seat.session.snapshot.rows);
  };

  it.each(cases)('take back a %s and make it again', async (_what, intent) => {
    const ana = await sit(1);
    const before = visible(ana);
    ana.session.act(intent);
    const after = visible(ana);
    expect(after).not.toEqual(before);
    expect(ana.session.undo()).toMatchObject({ ok: true });
    expect(visible(ana)).toEqual(before);
    await settle();
    expect(visible(ana)).toEqual(before);
    expect(ana.session.redo()).toMatchObject({ ok: true });
    await settle();
    expect(visible(ana)).toEqual(after);
    expect(ana.session.tray).toEqual([]);
    expect([ana.session.undo()?.ok, ana.session.canUndo, ana.session.canRedo]).toEqual([true, false, true]);
  });

  it('takes several intents of one command back as one', async () => {
    const ana = await sit(1);
    const before = visible(ana);
    ana.session.actTogether([create(10, 2), create(11, 2), rename(11, 'Último')]);
    expect(ana.session.undo()).toMatchObject({ ok: true });
    expect(visible(ana)).toEqual(before);
    expect(ana.session.canUndo).toBe(false);
  });

  it('says why it can’t when somebody changed the same since', async () => {
    const ana = await sit(1);
    ana.session.act(rename(2, 'De Ana'));
    await settle();
    audit.does(person(2), rename(2, 'De Luis'));
    await settle();
    expect(ana.session.undo()).toEqual({
      ok: false,
      rejection: { code: 'changed_since', params: { by: personId(2) } },
    });
    expect(name(ana, 2)).toBe('De Luis');
  });

  it('does not delete what others put under one’s own item', async () => {
    const ana = await sit(1);
    ana.session.act({ kind: 'create_item', id: item(10), type: 'risk', parent: item(2), name: 'Riesgo' });
    await settle();
    audit.does(person(2), {
      kind: 'create_item',
      id: item(11),
      type: 'control',
      parent: item(10),
      name: 'Control',
    });
    await settle();
    expect(ana.session.undo()).toEqual(refusal('changed_since'));
  });

  it('forgets what a new act replaces', async () => {
    const ana = await sit(1);
    ana.session.act(rename(2, 'Uno'));
    ana.session.undo();
    ana.session.act(rename(2, 'Dos'));
    expect([ana.session.canRedo, ana.session.redo()]).toEqual([false, null]);
  });
});
