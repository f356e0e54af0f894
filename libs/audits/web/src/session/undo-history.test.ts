import { stretchId, type ItemId, type KernelIntent } from '@cotejo/audits-contracts';
import { batchOf } from '@cotejo/audits-domain';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { item, model, person, personId, TestAudit, type Seat } from './test-audit.fixture.ts';
import type { TreeRow } from './rows/tree-rows.ts';
import { UndoHistory } from './undo-history.ts';

let audit: TestAudit;
let seats: Seat[];

beforeEach(() => {
  vi.useFakeTimers();
  // A second risk that shares the first one's control, and a finding to treat.
  audit = new TestAudit([
    [7, 'risk', 3, 'Pagos dobles'],
    [8, 'risk', 3, 'Pagos sin soporte'],
    [9, 'finding', 4, 'Sin segunda firma'],
  ]);
  const target = { audit: null, item: item(5) };
  const reference = { kind: 'create_item', type: 'reference', name: 'Doble aprobación', target } as const;
  audit.does(person(1), { ...reference, id: item(70), parent: item(7) });
  audit.does(person(1), { ...reference, id: item(80), parent: item(8) });
  audit.does(person(1), { kind: 'set_visit', stretch: stretch(1), name: 'Bodega' });
  audit.does(person(1), { kind: 'allot_item', id: item(4), stretch: stretch(1), isIn: true });
  audit.does(person(1), { kind: 'change_status', id: item(6), from: 'new', to: 'in_progress' });
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
const stretch = (n: number) => stretchId.parse(`60000000-0000-4000-8000-00000000000${n}`);
const rename = (n: number, name: string): KernelIntent => ({ kind: 'rename_item', id: item(n), name });
const create = (n: number, parent: number, name = `Paso ${n}`): KernelIntent => ({
  kind: 'create_item',
  id: item(n),
  type: 'step',
  parent: item(parent),
  name,
});
const name = (seat: Seat, n: number) => seat.session.view.get(item(n))?.name;
const refusal = (code: string) =>
  expect.objectContaining({ ok: false, rejection: expect.objectContaining({ code }) });

describe('the last step', () => {
  it('is told from others, and stays the same when the server has answered', async () => {
    const ana = await sit(1);
    expect(ana.session.lastStep).toBeNull();
    ana.session.act(rename(2, 'Otro'));
    const step = ana.session.lastStep;
    expect(step).not.toBeNull();
    await settle();
    expect(ana.session.lastStep).toBe(step);
    ana.session.act(rename(2, 'Tercero'));
    expect(ana.session.lastStep).not.toBe(step);
    ana.session.undo();
    expect(ana.session.lastStep).toBe(step);
  });
});

describe('undo and redo', () => {
  const cases: [string, KernelIntent][] = [
    ['create', create(10, 2)],
    ['rename', rename(2, 'Otro')],
    ['recode', { kind: 'recode_item', id: item(4), code: 'X-9' }],
    ['move', { kind: 'move_item', id: item(6), parent: item(2), after: null }],
    ['reorder', { kind: 'move_item', id: item(3), parent: item(1), before: item(2) }],
    ['assign', { kind: 'assign_item', id: item(6), assignee: personId(2) }],
    ['delete', { kind: 'delete_item', id: item(3) }],
    ['delete of a branch whose control stands elsewhere too', { kind: 'delete_item', id: item(2) }],
    ['delete of a shared control here', { kind: 'delete_item', id: item(5), shared: 'here' }],
    ['delete of a shared control everywhere', { kind: 'delete_item', id: item(5), shared: 'everywhere' }],
    ['delete of a reference', { kind: 'delete_item', id: item(70) }],
    ['status', { kind: 'change_status', id: item(6), from: 'in_progress', to: 'completed' }],
    ['schedule', { kind: 'schedule_item', id: item(3), startDate: '2026-02-01', endDate: null }],
    [
      'description of a risk',
      {
        kind: 'describe_risk',
        id: item(4),
        risk: { general: 'Fraude', specific: ['Colusión'], factors: [], objectives: [] },
      },
    ],
    ['new sprint', { kind: 'set_sprint', stretch: stretch(9), name: 'Otro' }],
    ['change of a visit', { kind: 'set_visit', stretch: stretch(1), name: 'Otra', members: [personId(2)] }],
    ['removal of a visit', { kind: 'set_visit', stretch: stretch(1), isRemoved: true }],
    ['assignment to a visit', { kind: 'allot_item', id: item(6), stretch: stretch(1), isIn: true }],
    ['way out of a visit', { kind: 'allot_item', id: item(4), stretch: stretch(1), isIn: false }],
    ['treatment', { kind: 'choose_finding_treatment', id: item(9), treatment: 'action_plan' }],
    [
      'copy',
      {
        kind: 'copy_item',
        id: item(30),
        source: item(4),
        parent: item(3),
        copies: [
          [item(4), item(30)],
          [item(5), item(31)],
        ],
      },
    ],
    [
      'batch',
      batchOf(model, [
        create(10, 2),
        { kind: 'create_item', id: item(11), type: 'process', parent: item(1), name: 'Ventas' },
        { kind: 'move_item', id: item(4), parent: item(11) },
        rename(4, 'Clientes ficticios'),
        rename(4, 'Clientes que no existen'),
        { kind: 'change_status', id: item(6), from: 'in_progress', to: 'completed' },
        { kind: 'change_status', id: item(6), from: 'completed', to: 'in_progress' },
        { kind: 'change_status', id: item(6), from: 'in_progress', to: 'completed' },
        { kind: 'assign_item', id: item(4), assignee: personId(2) },
        { kind: 'delete_item', id: item(7) },
      ]),
    ],
  ];
  const visible = (seat: Seat) => {
    const draw = (rows: readonly TreeRow[]): unknown[] =>
      rows.map(({ node, children }) => {
        const { id, name, code, assignee, status, dates, risk, stretches } = node;
        const facts = [id, name, code, assignee, status, dates, risk?.general ?? '', stretches];
        return [...facts, draw(children ?? [])];
      });
    const { rows, stretches } = seat.session.snapshot;
    return [draw(rows), stretches.filter(({ isRemoved }) => !isRemoved)];
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

  it('take back a restoration with all that it brought', async () => {
    for (const n of [6, 3, 1]) audit.does(person(1), { kind: 'delete_item', id: item(n) });
    const ana = await sit(1);
    expect(visible(ana)[0]).toEqual([]);
    ana.session.act({ kind: 'restore_item', id: item(6), withAncestors: true });
    expect(ana.session.view.get(item(6))?.deleted).toBeNull();
    expect(ana.session.undo()).toMatchObject({ ok: true });
    await settle();
    expect([1, 3, 6].map((n) => audit.state.get(item(n))?.deleted === null)).toEqual([false, false, false]);
    expect(visible(ana)[0]).toEqual([]);
    expect(ana.session.redo()).toMatchObject({ ok: true });
    await settle();
    expect(audit.state.get(item(6))?.deleted).toBeNull();
    expect(ana.session.tray).toEqual([]);
  });

  it('take back a restoration that left references to nothing behind', async () => {
    audit.does(person(1), { kind: 'delete_item', id: item(7) });
    audit.does(person(1), { kind: 'delete_item', id: item(5), shared: 'everywhere' });
    const ana = await sit(1);
    ana.session.act({ kind: 'restore_item', id: item(7) });
    expect(ana.session.snapshot.rowOf(item(7))?.children).toEqual([]);
    expect(ana.session.undo()).toMatchObject({ ok: true });
    await settle();
    expect([ana.session.tray, audit.state.get(item(7))?.deleted === null]).toEqual([[], false]);
  });

  it('take the plan of a treatment away and bring it back', async () => {
    const ana = await sit(1);
    ana.session.act({ kind: 'choose_finding_treatment', id: item(9), treatment: 'action_plan' });
    const plan = `${item(9)}-PA` as ItemId;
    expect(ana.session.snapshot.rowOf(plan)).toBeDefined();
    ana.session.undo();
    expect(ana.session.snapshot.rowOf(plan)).toBeUndefined();
    // The treatment is undecided again, rather than "no plan".
    expect(ana.session.view.get(item(9))?.treatment).toBeNull();
    ana.session.redo();
    expect(ana.session.snapshot.rowOf(plan)).toBeDefined();
    ana.session.undo();
    await settle();
    expect([audit.state.get(item(9))?.treatment, ana.session.tray]).toEqual([null, []]);
  });

  it('does not bring a signature back that an edit voided', async () => {
    const ana = await sit(1);
    const status = () => ana.session.view.get(item(6))?.status;
    ana.session.act({ kind: 'change_status', id: item(6), from: 'in_progress', to: 'completed' });
    ana.session.act(rename(6, 'Conciliar los pagos'));
    expect(status()).toBe('in_progress');
    ana.session.undo();
    expect([name(ana, 6), status()]).toEqual(['Conciliar pagos', 'in_progress']);
  });

  it('takes back a status from which no other way leads back, and makes it again', async () => {
    const ana = await sit(1);
    const status = () => ana.session.view.get(item(5))?.status;
    ana.session.actTogether([
      { kind: 'change_status', id: item(5), from: 'new', to: 'in_progress' },
      { kind: 'change_status', id: item(5), from: 'in_progress', to: 'completed' },
    ]);
    expect(ana.session.undo()).toMatchObject({ ok: true });
    expect(status()).toBe('new');
    expect(ana.session.redo()).toMatchObject({ ok: true });
    expect(status()).toBe('completed');
    expect(ana.session.undo()).toMatchObject({ ok: true });
    expect(status()).toBe('new');
  });

  it('sends the undoing of several as one', async () => {
    const ana = await sit(1);
    ana.session.actTogether([rename(2, 'Uno'), rename(3, 'Dos')]);
    ana.session.undo();
    expect(ana.session.connection.outbox.pending.map((one) => one.intent.kind)).toEqual(['batch', 'batch']);
  });

  it('refuses all of a step when somebody changed a part of it since', async () => {
    const ana = await sit(1);
    ana.session.actTogether([rename(2, 'Uno'), rename(3, 'Dos')]);
    await settle();
    audit.does(person(2), rename(3, 'De Luis'));
    await settle();
    expect(ana.session.undo()).toEqual({
      ok: false,
      rejection: { code: 'changed_since', params: { by: personId(2) } },
      words: expect.objectContaining({ name: expect.any(String) }),
    });
    expect([name(ana, 2), name(ana, 3)]).toEqual(['Uno', 'De Luis']);
  });

  it('does not delete a copy on which somebody worked since', async () => {
    const ana = await sit(1);
    const copy = ana.session.copyItems([item(4)], item(3));
    await settle();
    const [made] = copy.ok ? copy.created : [];
    audit.does(person(2), { kind: 'rename_item', id: made!, name: 'Mejorada' });
    await settle();
    expect(ana.session.undo()).toEqual({
      ok: false,
      rejection: { code: 'changed_since', params: { by: personId(2) } },
      words: expect.objectContaining({ name: expect.any(String) }),
    });
  });

  it('forgets the oldest steps beyond a number of them, and of changes', () => {
    const step = (key: string, changes: number) => ({
      id: key,
      words: { kind: 'rename_item', name: key, count: 1 },
      parts: [
        { key, inverses: Array.from({ length: changes }, () => ({ intent: rename(1, key), left: '' })) },
      ],
    });
    const few = new UndoHistory(null, 2, 100);
    for (const key of ['a', 'b', 'c']) few.add(step(key, 1));
    expect([few.takeUndo(), few.takeUndo(), few.takeUndo()].map((one) => one?.id)).toEqual([
      'c',
      'b',
      undefined,
    ]);
    const small = new UndoHistory(null, 10, 100);
    for (const [key, changes] of [
      ['a', 60],
      ['b', 60],
      ['c', 500],
    ] as const)
      small.add(step(key, changes));
    expect([small.takeUndo()?.id, small.canUndo]).toEqual(['c', false]);
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
      words: expect.objectContaining({ name: expect.any(String) }),
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
