import { describe, expect, it } from 'vitest';
import { kernelEvent, type AuditId, type KernelEvent } from '@cotejo/audits-contracts';
import { foldAuditRows, type RowsAfter } from './fold-audit-rows.ts';
import type { AuditChange } from './parse-audit-event.ts';

const AUDIT = '00000005-0000-4000-8000-000000000001' as AuditId;
const uuid = (kind: number, number: number) =>
  `0000000${kind}-0000-4000-8000-${String(number).padStart(12, '0')}`;
const item = (number: number) => uuid(1, number);
const stretch = (number: number) => uuid(6, number);
const [ana, bea, carla] = [uuid(2, 1), uuid(2, 2), uuid(2, 3)];

const SEAL = { ref: uuid(7, 1), hash: 'a'.repeat(64), length: 10 };

type Happened = readonly [actor: string, type: KernelEvent['type'], data: Record<string, unknown>];

function rowsAfter(...happened: readonly Happened[]): RowsAfter {
  const created: Happened = [
    ana,
    'AuditCreated',
    {
      audit: AUDIT,
      account: uuid(4, 1),
      createdBy: ana,
      source: null,
      profile: {
        name: 'Compras',
        code: 'AUD-1',
        year: 2026,
        recordType: 'audit_plan',
        frequency: 'scheduled',
        kind: 'standard',
        startDate: null,
        endDate: null,
        budgetedMinutes: 0,
        chargedMinutes: 0,
        leader: ana,
      },
    },
  ];
  const changes = [created, ...happened].map(([actor, type, data], version): AuditChange => {
    const known = kernelEvent.parse({ type, data });
    return { audit: AUDIT, version, at: '2026-03-02T15:00:00.000Z', actor, type, known, data };
  });
  return foldAuditRows(changes, { audits: new Map(), items: new Map() });
}

const born = (number: number, parent: number | null): Happened => [
  ana,
  'TreeItemCreated',
  {
    id: item(number),
    itemType: 'step',
    parent: parent === null ? null : item(parent),
    position: 'a0',
    name: `Paso ${number}`,
    code: null,
    status: 'new',
    assignee: null,
    derived: false,
    startDate: null,
    endDate: null,
    target: null,
    refParent: null,
    origin: null,
    risk: null,
    copiedFrom: null,
  },
];
const purged = (number: number): Happened => [ana, 'TreeItemPurged', { id: item(number), items: 1 }];

describe('the marks of who completed and who reviewed', () => {
  const walked = (...steps: readonly (readonly [actor: string, to: string])[]) => {
    let from = 'new';
    const changes = steps.map(([actor, to]): Happened => {
      const data = { id: item(1), from, to };
      from = to;
      return [actor, 'ItemStatusChanged', data];
    });
    const [row] = rowsAfter(born(1, null), ...changes).items;
    const whose = (kind: string) => row?.signatures?.find(({ mark }) => mark === kind)?.by ?? null;
    return [whose('completed'), whose('reviewed')];
  };
  const done: readonly (readonly [string, string])[] = [
    [ana, 'in_progress'],
    [ana, 'completed'],
  ];

  it.each<[string, readonly (readonly [string, string])[], string | null, string | null]>([
    ['a review', [[bea, 'reviewed']], ana, bea],
    [
      'a review taken back',
      [
        [bea, 'reviewed'],
        [bea, 'completed'],
      ],
      ana,
      null,
    ],
    [
      'a note',
      [
        [carla, 'reviewed'],
        [bea, 'review_note'],
      ],
      ana,
      null,
    ],
    [
      'a review after a note',
      [
        [carla, 'reviewed'],
        [bea, 'review_note'],
        [bea, 'reviewed'],
      ],
      ana,
      bea,
    ],
    [
      'the last note closed',
      [
        [carla, 'reviewed'],
        [bea, 'review_note'],
        [bea, 'completed'],
      ],
      ana,
      null,
    ],
    [
      'an edit',
      [
        [carla, 'reviewed'],
        [bea, 'in_progress'],
      ],
      null,
      null,
    ],
    [
      'a review after it',
      [
        [bea, 'in_progress'],
        [bea, 'completed'],
        [carla, 'reviewed'],
      ],
      bea,
      carla,
    ],
    [
      'a second review',
      [
        [bea, 'reviewed'],
        [bea, 'completed'],
        [carla, 'reviewed'],
      ],
      ana,
      carla,
    ],
  ])('after %s', (_, steps, completedBy, reviewedBy) => {
    expect(walked(...done, ...steps)).toEqual([completedBy, reviewedBy]);
  });
});

describe('purges that follow one another', () => {
  const left = ({ items }: RowsAfter) => items.map(({ id }) => id).sort();

  it('take their branches, whichever comes first', () => {
    const tree = [born(1, null), born(2, 1), born(3, 2), born(4, null), born(5, 4), born(6, null)];
    expect(left(rowsAfter(...tree, purged(2), purged(1), purged(4)))).toEqual([item(6)]);
  });

  const tree = [born(1, null), born(2, null), born(3, 2), born(4, 3), born(6, null)];

  it('leave what was moved away in between', () => {
    const data = {
      id: item(3),
      parent: item(6),
      position: 'a1',
      from: { parent: item(2), position: 'a0' },
      leftRefParent: false,
    };
    const rows = rowsAfter(...tree, purged(1), [ana, 'TreeItemMoved', data], purged(2));
    expect(left(rows)).toEqual([item(3), item(4), item(6)]);
  });

  it('take what came there in between', () => {
    const rows = rowsAfter(...tree, purged(1), born(7, 2), purged(2));
    expect(left(rows)).toEqual([item(6)]);
    expect(rows.purged.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 7].map(item));
  });
});

it('keeps each member as last changed, who leads, and what was declared', () => {
  const planned = { budgetedMinutes: 60, budgetedCost: 5, startDate: '2026-02-02', endDate: null };
  const fresh = { role: 'auditor', isActive: true, ...planned, budgetedMinutes: 0 };
  const { audits, members, declarations } = rowsAfter(
    [ana, 'TeamMemberAdded', { user: bea, role: 'auditor' }],
    [ana, 'TeamMemberAdded', { user: carla, role: 'leader' }],
    [ana, 'TeamMemberChanged', { user: bea, role: 'guest', isActive: false, ...planned, from: fresh }],
    [ana, 'AuditLeaderChanged', { leader: carla, from: ana }],
    [carla, 'IndependenceDeclared', { user: carla, threats: SEAL }],
    [carla, 'IndependenceDeclared', { user: carla, threats: null }],
  );
  expect(members).toMatchObject([
    { userId: bea, role: 'guest', isActive: false, ...planned },
    { userId: carla, role: 'leader', isActive: true, budgetedMinutes: 0, startDate: null },
  ]);
  expect(audits[0]?.leader).toBe(carla);
  expect(declarations).toMatchObject([{ userId: carla, threats: null }]);
});

it('keeps each sprint and visit as last set, and the items in them', () => {
  const planned = { startDate: null, endDate: null, position: 1, isRemoved: false };
  const [id, other] = [stretch(1), stretch(2)];
  const sprint = { ...planned, name: 'Uno', objective: null, scope: null, countsForProgress: false };
  const visit = { ...planned, name: 'Planta', members: [bea] };
  const into = (of: string, isIn: boolean) => ({
    id: item(1),
    stretch: of,
    kind: 'sprint',
    name: 'Uno',
    isIn,
  });
  const { stretches, items, changes } = rowsAfter(
    born(1, null),
    [ana, 'SprintSet', { stretch: id, createdBy: ana, ...sprint, from: null }],
    [bea, 'SprintSet', { stretch: id, createdBy: ana, ...sprint, name: 'Dos', from: sprint }],
    [ana, 'VisitSet', { stretch: other, createdBy: ana, ...visit, from: null }],
    [ana, 'TreeItemAllotted', into(other, true)],
    [ana, 'TreeItemAllotted', into(id, true)],
    [ana, 'TreeItemAllotted', into(other, false)],
  );
  expect(stretches.map((row) => row.stretch)).toEqual([
    { kind: 'sprint', id, createdBy: ana, ...sprint, name: 'Dos' },
    { kind: 'visit', id: other, createdBy: ana, ...visit },
  ]);
  expect(items.find((row) => row.id === item(1))?.stretches).toEqual([id]);
  expect(changes.slice(-5).map(({ type, itemId, detail }) => [type, itemId, detail['name']])).toEqual([
    ['SprintSet', null, 'Dos'],
    ['VisitSet', null, 'Planta'],
    ...Array.from({ length: 3 }, () => ['TreeItemAllotted', item(1), 'Uno']),
  ]);
});

it('adds up recorded time, keeps removed records for feeds, and tells the log no figures', () => {
  const time = { user: bea, item: item(1), isProductive: true, note: null };
  const [kept, removed] = [uuid(6, 1), uuid(6, 2)];
  const from = { item: item(1), day: '2026-02-02', minutes: 90, isProductive: true, note: null };
  const {
    audits,
    time: rows,
    changes,
  } = rowsAfter(
    [ana, 'TeamMemberAdded', { user: bea, role: 'auditor' }],
    [bea, 'TimeRecorded', { record: kept, day: '2026-02-02', minutes: 90, ...time }],
    [bea, 'TimeRecorded', { record: removed, day: '2026-02-03', minutes: 30, ...time }],
    [ana, 'TimeRecordChanged', { record: kept, day: '2026-02-02', minutes: 60, ...time, from }],
    [bea, 'TimeRecordRemoved', { record: removed, day: '2026-02-03', minutes: 30, ...time }],
  );
  expect(audits[0]?.chargedMinutes).toBe(60);
  expect(rows).toMatchObject([
    { recordId: kept, userId: bea, minutes: 60, removed: false, version: 4 },
    { recordId: removed, removed: true, version: 5 },
  ]);
  expect(changes.slice(-4).map(({ itemId, detail }) => [itemId, detail])).toEqual(
    Array.from({ length: 4 }, () => [item(1), {}]),
  );
});
