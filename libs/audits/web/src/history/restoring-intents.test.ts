import type { ChangeRow, ItemId } from '@cotejo/audits-contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditsContractsTranslations } from '@cotejo/audits-contracts/translations';
import { item, person, personId, TestAudit } from '../session/test-audit.fixture.ts';
import { restoringOf } from './restoring-intents.ts';

const words = auditsContractsTranslations.es;
let audit: TestAudit;
beforeEach(() => {
  audit = new TestAudit();
});

const RISK = item(4);
const change = (type: string, detail: ChangeRow['detail'], id: ItemId = RISK): ChangeRow => ({
  version: 7,
  at: '2026-11-12T15:00:00.000Z',
  actor: { id: 'laura', name: 'Laura Pineda', sigla: 'LP' },
  type,
  item: { id, type: 'risk', code: 'R-001', name: 'x' },
  detail,
});

describe('what brings back what a change took away', () => {
  it.each<[string, ChangeRow['detail'], object]>([
    [
      'ItemValuesSet',
      { values: 1, 'to:impact': 5, 'from:impact': 3 },
      { kind: 'set_values', values: { impact: 3 } },
    ],
    [
      'ItemValuesSet',
      { values: 1, 'to:impact': 5, 'from:impact': null },
      { kind: 'set_values', values: { impact: null } },
    ],
    ['TreeItemRenamed', { name: 'B', from: 'A' }, { kind: 'rename_item', name: 'A' }],
    ['TreeItemRecoded', { code: 'R-9', from: 'R-1' }, { kind: 'recode_item', code: 'R-1' }],
    ['TreeItemMoved', { parent: item(3), fromParent: item(1) }, { kind: 'move_item', parent: item(1) }],
    [
      'TreeItemScheduled',
      { startDateFrom: '2026-01-02', endDateFrom: null },
      { kind: 'schedule_item', startDate: '2026-01-02', endDate: null },
    ],
    [
      'ItemStatusChanged',
      { from: 'assigned', to: 'in_progress' },
      { kind: 'change_status', from: 'new', to: 'assigned' },
    ],
    [
      'TreeItemAllotted',
      { kind: 'visit', name: 'Bodega', stretch: personId(9), isIn: true },
      { kind: 'allot_item', stretch: personId(9), isIn: false },
    ],
    ['TreeItemDeleted', { items: 1 }, { kind: 'restore_item', withAncestors: true }],
  ])('%s %j', (type, detail, intent) => {
    expect(restoringOf(audit.state, change(type, detail))?.intent).toEqual({ id: RISK, ...intent });
  });

  it.each(['ItemSigned', 'SignaturesVoided', 'TextRevised', 'NoteAdded', 'AuditCreated'])(
    'is nothing for %s',
    (type) => expect(restoringOf(audit.state, change(type, {}))).toBeNull(),
  );

  it('is nothing for an added entry of a list, which would go with what was written in it since', () => {
    const place = (from: string | null, to: string | null) =>
      restoringOf(
        audit.state,
        change('ItemValuesSet', {
          ...{ values: 2, 'to:instructions.a.place': to, 'from:instructions.a.place': from },
          ...{ 'to:result': 'yes', 'from:result': null },
        }),
      );
    expect(place(null, 'a0')).toBeNull();
    expect(place('a0', 'a1')).not.toBeNull();
    expect(place('a0', null)).not.toBeNull();
  });

  it('is nothing for a status that would sign: nobody signs by going back', () => {
    const step = (from: string) =>
      restoringOf(audit.state, change('ItemStatusChanged', { from, to: 'in_progress' }, item(6)));
    expect([step('completed'), step('reviewed')]).toEqual([null, null]);
  });

  describe('that may be no more is refused, and nothing of it is done', () => {
    const values = (from: Record<string, string | number | boolean | null>) =>
      change(
        'ItemValuesSet',
        Object.fromEntries([
          ['values', Object.keys(from).length],
          ...Object.entries(from).flatMap(([key, value]) => [
            [`to:${key}`, null],
            [`from:${key}`, value],
          ]),
        ]) as ChangeRow['detail'],
      );
    const set = (of: Readonly<Record<string, string | number | null>>) =>
      audit.does(person(1), { kind: 'set_values', id: RISK, values: of });

    it.each<[string, () => void, () => ChangeRow, string]>([
      ['an option that there is no more', () => undefined, () => values({ impact: 9 }), 'value_invalid'],
      ['a value of another type', () => undefined, () => values({ impact: 'mucho' }), 'value_invalid'],
      ['a field that there is no more', () => undefined, () => values({ weight: 3 }), 'value_not_allowed'],
      [
        'all of several when one may not',
        () => undefined,
        () => values({ probability: 3, impact: 9 }),
        'value_invalid',
      ],
      [
        'an end before the start',
        () => undefined,
        () => change('TreeItemScheduled', { startDateFrom: '2026-03-02', endDateFrom: '2026-03-01' }),
        'dates_reversed',
      ],
      [
        'a place in what was deleted',
        () => audit.does(person(1), { kind: 'delete_item', id: item(3) }),
        () => change('TreeItemMoved', { fromParent: item(3), parent: item(2) }),
        'parent_deleted',
      ],
      [
        'somebody who is not of the team',
        () => undefined,
        () => change('TreeItemAssigned', { from: personId(9), assignee: personId(1) }),
        'assignee_not_in_team',
      ],
      [
        'anything of an item that was deleted',
        () => audit.does(person(1), { kind: 'delete_item', id: RISK }),
        () => values({ impact: 3 }),
        'item_deleted',
      ],
      ['anything of a closed audit', () => audit.close(), () => values({ impact: 3 }), 'audit_closed'],
    ])('%s', (_, before, row, code) => {
      set({ impact: 5 });
      before();
      const restoring = restoringOf(audit.state, row());
      if (!restoring) throw new Error('nothing to restore');
      const version = audit.version;
      expect(() => audit.does(person(1), restoring.intent)).toThrow(`refused: ${code}`);
      expect(audit.version).toBe(version);
      // Every code has a Spanish text.
      expect(words.errors).toHaveProperty(code);
    });
  });

  it('tells when signatures would fall by it', () => {
    const restored = () =>
      restoringOf(audit.state, change('ItemValuesSet', { values: 1, 'to:impact': 5, 'from:impact': 3 }));
    expect(restored()?.voids).toBe(false);
    audit.does(person(1), { kind: 'set_values', id: RISK, values: { impact: 5 } });
    audit.does(person(1), { kind: 'sign_item', id: RISK, mark: 'completed', textsAt: null });
    expect(restored()?.voids).toBe(true);
  });

  it('is nothing for a new order among siblings, and for what is gone for good', () => {
    expect(restoringOf(audit.state, change('TreeItemMoved', { reordered: true }))).toBeNull();
    expect(restoringOf(audit.state, change('TreeItemRenamed', { from: 'A' }, item(99)))).toBeNull();
  });

  it('knows when nothing would change', () => {
    const renamed = (from: string) => restoringOf(audit.state, change('TreeItemRenamed', { from }))?.isSo;
    expect([renamed('Proveedores ficticios'), renamed('Otro')]).toEqual([true, false]);
    const values = () =>
      restoringOf(audit.state, change('ItemValuesSet', { values: 1, 'to:impact': 5, 'from:impact': 3 }))
        ?.isSo;
    expect(values()).toBe(false);
    audit.does(person(1), { kind: 'set_values', id: RISK, values: { impact: 3 } });
    expect(values()).toBe(true);
  });
});
