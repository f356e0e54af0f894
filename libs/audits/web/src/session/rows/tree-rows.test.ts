import type { ItemId, ItemType, KernelIntent } from '@cotejo/audits-contracts';
import { AuditOverlay, progressByItem, type AuditView } from '@cotejo/audits-domain';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { GivenPlan } from '../../actions/given-plan.fixture.ts';
import { item, model, person, TestAudit } from '../test-audit.fixture.ts';
import { TreeRows, type TreeRow } from './tree-rows.ts';

const NONE: ReadonlySet<ItemId> = new Set();
let audit: TestAudit;
let rows: TreeRows;

beforeEach(() => {
  audit = new TestAudit([[7, 'risk', 3, 'Pagos dobles']]);
  does({
    kind: 'create_item',
    id: item(70),
    type: 'reference',
    parent: item(7),
    name: 'Doble aprobación',
    target: { audit: null, item: item(5) },
  });
  rows = new TreeRows(audit.state);
  rows.read(NONE);
});

const does = (intent: KernelIntent) => audit.does(person(1), intent);
/** Applies an intent and marks the touched items in the rows. */
function change(intent: KernelIntent): void {
  const before = audit.events.length;
  does(intent);
  rows.touch(audit.events.slice(before).map((event) => event.data['id'] as ItemId));
  rows.read(NONE);
}
/** A move event of an earlier release, which left behind the findings related to the old place. */
function movedOnce(n: number, parent: number): void {
  const [from, position] = audit.state.get(item(n))?.place ?? [null, ''];
  const event = {
    type: 'TreeItemMoved',
    data: {
      ...{ id: item(n), parent: item(parent), position: 'z9' },
      ...{ from: { parent: from, position }, leftRefParent: false },
    },
    ...{
      version: audit.version + 1,
      actor: person(1).userId,
      at: '2026-01-02T10:00:00.000Z',
      operation: null,
    },
  };
  model.evolve(audit.state, event);
  audit.events.push(event);
  rows.touch([item(n)]);
  rows.read(NONE);
}
const rename = (n: number, name: string): KernelIntent => ({ kind: 'rename_item', id: item(n), name });
const at = (n: number) => rows.rowOf(item(n));

describe('the row of a reference', () => {
  it('shows what it stands for, and is itself below', () => {
    expect(at(70)).toMatchObject({
      node: { type: 'reference', code: null },
      shown: { id: item(5), type: 'control' },
      title: { code: 'C-001', name: 'Doble aprobación' },
      name: 'Doble aprobación',
    });
  });

  it('changes with its target, and nothing beside it does', () => {
    const [risk, beside] = [at(7), at(6)];
    change(rename(5, 'Triple aprobación'));
    expect(at(70)?.title.name).toBe('Triple aprobación');
    expect(at(70)?.shown).toBe(at(5)?.node);
    expect(at(7)).not.toBe(risk);
    expect(at(6)).toBe(beside);
  });

  it('is pending when its target is', () => {
    const overlay = new AuditOverlay(audit.state);
    const shown = new TreeRows(overlay);
    shown.read(new Set([item(5)]));
    expect([shown.rowOf(item(5))?.pending, shown.rowOf(item(70))?.pending]).toEqual([true, true]);
  });
});

describe('the title of a step', () => {
  it('begins with the name of what it stands under, also after that was renamed', () => {
    expect(at(6)?.title).toMatchObject({ prefix: 'Pagos', name: 'Conciliar pagos' });
    change(rename(3, 'Tesorería'));
    expect(at(6)?.title.prefix).toBe('Tesorería');
  });

  it('keeps its identity while it says the same', () => {
    const title = at(6)?.title;
    change({ kind: 'change_status', id: item(6), from: 'new', to: 'in_progress' });
    expect(at(6)?.title).toBe(title);
    expect(at(6)?.shown.status).toBe('in_progress');
  });
});

describe('a finding that was raised for a worksheet', () => {
  it('is dropped when what is above it leaves that, and comes back with it', () => {
    const finding = { kind: 'create_item', id: item(90), type: 'finding', parent: item(6) } as const;
    change({ ...finding, name: 'Sin soporte', refParent: item(3) });
    expect([at(90)?.name, at(3)?.findings]).toEqual(['Sin soporte', 1]);
    movedOnce(6, 2);
    expect([at(90), at(6)?.children, at(1)?.findings]).toEqual([undefined, [], 0]);
    change({ kind: 'move_item', id: item(6), parent: item(3) });
    expect([at(90)?.name, at(1)?.findings]).toEqual(['Sin soporte', 1]);
  });

  it('is found also by rows that never showed it', () => {
    const finding = { kind: 'create_item', id: item(90), type: 'finding', parent: item(4) } as const;
    does({ ...finding, name: 'Sin firma', refParent: item(2) });
    movedOnce(4, 3);
    rows = new TreeRows(audit.state);
    rows.read(NONE);
    expect(at(4)?.children?.map((row) => row.id)).toEqual([item(5)]);
    change({ kind: 'move_item', id: item(4), parent: item(2) });
    expect(at(90)?.name).toBe('Sin firma');
  });
});

describe('sums of a branch', () => {
  it('count its rows and findings', () => {
    expect([at(1)?.size, rows.size]).toEqual([8, 8]);
    change({ kind: 'create_item', id: item(91), type: 'finding', parent: item(5), name: 'Hallazgo' });
    expect([at(1)?.size, at(1)?.findings, at(3)?.findings]).toEqual([9, 1, 0]);
    change({ kind: 'delete_item', id: item(91) });
    expect([at(1)?.size, at(1)?.findings, rows.size]).toEqual([8, 0, 8]);
  });
});

const node = fc.integer({ min: 1, max: 16 }).map(item);
const type = fc.constantFrom<ItemType>('process', 'risk', 'control', 'step', 'finding', 'understanding');
const intents: fc.Arbitrary<KernelIntent> = fc.oneof(
  fc.record({
    kind: fc.constant('create_item' as const),
    id: node,
    type,
    parent: node,
    name: fc.constantFrom('a', 'b'),
  }),
  fc.record({
    kind: fc.constant('create_item' as const),
    id: node,
    type: fc.constant('reference' as const),
    parent: node,
    name: fc.constant('r'),
    target: fc.record({ audit: fc.constant(null), item: node }),
  }),
  fc.record({
    kind: fc.constant('create_item' as const),
    id: node,
    type: fc.constant('finding' as const),
    parent: node,
    name: fc.constant('f'),
    refParent: node,
  }),
  fc.record({ kind: fc.constant('rename_item' as const), id: node, name: fc.constantFrom('a', 'b') }),
  fc.record({ kind: fc.constant('move_item' as const), id: node, parent: node, after: node }),
  fc.record({ kind: fc.constant('delete_item' as const), id: node, shared: fc.constant('here' as const) }),
  fc.record({ kind: fc.constant('restore_item' as const), id: node }),
  fc.record({
    kind: fc.constant('change_status' as const),
    id: node,
    from: fc.constantFrom('new' as const, 'in_progress' as const),
    to: fc.constantFrom('in_progress' as const, 'completed' as const),
  }),
);

it('rows built bit by bit are those built whole, with the progress that the domain computes', () => {
  fc.assert(
    fc.property(fc.array(intents, { maxLength: 40 }), (script) => {
      const some = new TestAudit();
      const overlay = new AuditOverlay(some.state);
      const bitByBit = new TreeRows(overlay);
      bitByBit.read(NONE);
      for (const [n, intent] of script.entries()) {
        const context = { now: '', actor: person(1).userId, can: () => true, mode: 'server' } as const;
        const decision = model.decide(overlay, { intent: { ...intent }, base: 1_000 }, context);
        if (!decision.ok) continue;
        for (const event of decision.events) {
          const stored = { ...event, version: 1_000 + n, actor: person(1).userId, at: '', operation: null };
          model.evolve(overlay, stored);
          bitByBit.touch([event.data['id'] as ItemId]);
        }
        // Some changes are read together.
        if (n % 3 !== 0) expectWhole(bitByBit, overlay);
      }
      expectWhole(bitByBit, overlay);
    }),
    { numRuns: 300 },
  );
});

const flat = (list: readonly TreeRow[]): unknown[] =>
  list.flatMap(({ children, ...row }) => [[row, children === null], ...flat(children ?? [])]);

function expectWhole(bitByBit: TreeRows, view: AuditView): void {
  const fresh = new TreeRows(view);
  const shown = bitByBit.read(NONE);
  expect(flat(shown)).toEqual(flat(fresh.read(NONE)));
  const expected = progressByItem(view);
  expect(bitByBit.progress).toBe(expected.get(null));
  const check = (list: readonly TreeRow[]): void => {
    for (const row of list) {
      expect(bitByBit.rowOf(row.id)).toBe(row);
      expect([row.id, row.progress]).toEqual([row.id, expected.get(row.id)]);
      check(row.children ?? []);
    }
  };
  check(shown);
}

it.each([
  ['risk_evaluation', [1, 'process', null, 'Pagos']],
  ['risk_library', [1, 'risk', null, 'Pagos duplicados']],
] as const)('rows of a %s count no progress', (recordType, top) => {
  const { view } = new GivenPlan([top, [2, top[1] === 'risk' ? 'control' : 'risk', 1, 'Uno']], recordType);
  const shown = new TreeRows(view);
  const [row] = shown.read(NONE);
  expect(row?.children).toHaveLength(1);
  expect([row?.progress, shown.progress]).toEqual([null, null]);
});
