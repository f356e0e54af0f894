import type { KernelIntent } from '@cotejo/audits-contracts';
import type { TrayEntry } from '@cotejo/rooms/client';
import { describe, expect, it } from 'vitest';
import { item } from '../test-audit.fixture.ts';
import { entriesOf, trayGroups } from './tray-groups.ts';
import { trayIntents, trayValue } from './tray-value.ts';

const entry = (seq: number, intent: KernelIntent, session = 's'): TrayEntry => ({
  session,
  seq,
  base: 0,
  intent: { ...intent },
  label: '',
  at: '',
  code: 'parent_deleted',
  params: {},
});
const create = (n: number, parent: number, name = `Paso ${n}`): KernelIntent => ({
  kind: 'create_item',
  id: item(n),
  type: 'step',
  parent: item(parent),
  name,
});
const rename = (n: number, name: string): KernelIntent => ({ kind: 'rename_item', id: item(n), name });
const batch = (...parts: KernelIntent[]): KernelIntent => ({
  kind: 'batch',
  parts: parts.map((intent) => ({ schema: 1, intent: { ...intent } })),
});
const grouped = (...intents: KernelIntent[]) =>
  trayGroups(intents.map((intent, seq) => entry(seq, intent))).map((group) =>
    entriesOf(group).map(({ seq }) => seq),
  );

describe('refused work', () => {
  it.each([
    ['by itself is a group of one', [rename(1, 'a'), rename(2, 'b')], [[0], [1]]],
    [
      'on an item whose creation was refused goes with that',
      [create(10, 3), rename(1, 'x'), rename(10, 'a'), create(11, 10), rename(11, 'b')],
      [[0, 2, 3, 4], [1]],
    ],
    [
      'in a batch is one, and what it was to make is needed by others',
      [batch(create(10, 3), create(11, 10)), { kind: 'move_item', id: item(5), parent: item(11) }],
      [[0, 1]],
    ],
    [
      'that copies counts for its copies',
      [
        { kind: 'copy_item', id: item(20), source: item(4), parent: item(3), copies: [[item(4), item(20)]] },
        { kind: 'delete_item', id: item(20) },
      ],
      [[0, 1]],
    ],
    [
      'of statuses goes one after the other',
      [
        { kind: 'change_status', id: item(6), from: 'new', to: 'in_progress' },
        { kind: 'change_status', id: item(6), from: 'in_progress', to: 'completed' },
        { kind: 'change_status', id: item(7), from: 'in_progress', to: 'completed' },
      ],
      [[0, 1], [2]],
    ],
    [
      'to bring back goes with the deletion that was refused',
      [
        { kind: 'delete_item', id: item(6) },
        { kind: 'restore_item', id: item(6) },
      ],
      [[0, 1]],
    ],
    [
      'on what was to come back goes with that',
      [{ kind: 'restore_item', id: item(6) }, rename(6, 'a')],
      [[0, 1]],
    ],
    [
      'needs its target and its source, too',
      [
        create(10, 3),
        {
          kind: 'create_item',
          id: item(12),
          type: 'reference',
          parent: item(4),
          name: 'r',
          target: { audit: null, item: item(10) },
        },
        {
          kind: 'copy_item',
          id: item(20),
          source: item(10),
          parent: item(3),
          copies: [[item(10), item(20)]],
        },
      ],
      [[0, 1, 2]],
    ],
  ] as [string, KernelIntent[], number[][]][])('%s', (_what, intents, expected) => {
    expect(grouped(...intents)).toEqual(expected);
  });

  it('of another page hangs on nothing of this one', () => {
    const groups = trayGroups([entry(0, create(10, 3), 'a'), entry(0, rename(10, 'x'), 'b')]);
    expect(groups.map(({ key }) => key)).toEqual(['a:0', 'b:0']);
  });
});

describe('what a person wrote', () => {
  it.each([
    [{ ...create(10, 3, 'Conciliar'), code: 'P-1' }, 'P-1 Conciliar'],
    [rename(10, 'Otro'), 'Otro'],
    [{ kind: 'recode_item', id: item(1), code: 'X-1' }, 'X-1'],
    [{ kind: 'recode_item', id: item(1), code: null }, null],
    [{ kind: 'delete_item', id: item(1) }, null],
    [{ kind: 'change_status', id: item(6), from: 'new', to: 'in_progress' }, null],
    [batch(create(10, 3, 'Uno'), create(11, 3, 'Dos'), { kind: 'delete_item', id: item(1) }), 'Uno\nDos'],
    [
      {
        kind: 'describe_risk',
        id: item(4),
        risk: { general: 'Fraude', specific: ['Colusión'], factors: ['Presión'], objectives: ['Pagar bien'] },
      },
      'Fraude\nColusión\nPresión\nPagar bien',
    ],
  ] as [KernelIntent, string | null][])('is read off %j', (intent, expected) => {
    expect(trayValue({ intent: { ...intent } })).toBe(expected);
  });

  it('is asked one by one', () => {
    expect(trayIntents({ intent: { ...batch(rename(1, 'a'), rename(2, 'b')) } })).toEqual([
      rename(1, 'a'),
      rename(2, 'b'),
    ]);
  });
});
