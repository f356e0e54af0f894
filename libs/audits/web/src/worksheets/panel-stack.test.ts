import type { ItemId } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import {
  emptyStack,
  frontOf,
  MOST_WORKSHEETS,
  reduceStack,
  type PanelStack,
  type StackAction,
} from './panel-stack.ts';

interface Row {
  readonly name: string;
  readonly signers: readonly string[];
}
type Stack = PanelStack<Row>;

const id = (name: string) => name as ItemId;
const after = (actions: readonly StackAction<Row>[], from: Stack = emptyStack()): Stack =>
  actions.reduce(reduceStack<Row>, from);
const open = (name: string): StackAction<Row> => ({ type: 'opened', id: id(name) });
const notes: StackAction<Row> = { type: 'panel_opened', panel: { name: 'notas', about: null } };
/** Worksheets from back to front, then the normal panel in brackets. */
const drawn = ({ worksheets, panel }: Stack): string =>
  [...worksheets.map((sheet) => sheet.id), ...(panel ? [`[${panel.name}]`] : [])].join(' ');

describe('the stack', () => {
  it.each<[string, readonly StackAction<Row>[], string]>([
    ['a worksheet opens in front of the others', [open('a'), open('b')], 'a b'],
    ['one that is open comes to the front', [open('a'), open('b'), open('a')], 'b a'],
    ['a normal panel closes when a worksheet opens', [open('a'), notes, open('b')], 'a b'],
    ['a normal panel leaves the worksheets open', [open('a'), open('b'), notes], 'a b [notas]'],
    [
      'one normal panel at a time',
      [notes, { type: 'panel_opened', panel: { name: 'historial', about: null } }],
      '[historial]',
    ],
    [
      'a flowchart closes all other worksheets',
      [open('a'), notes, { type: 'opened', id: id('f'), alone: true }],
      'f',
    ],
    ['another one opens over a flowchart', [{ type: 'opened', id: id('f'), alone: true }, open('a')], 'f a'],
    [
      'the front passes to the next by order',
      [open('a'), open('b'), open('c'), { type: 'closed', id: id('c') }],
      'a b',
    ],
    ['one behind closes behind', [open('a'), open('b'), { type: 'closed', id: id('a') }], 'b'],
    ['what is not open is not closed', [open('a'), { type: 'closed', id: id('z') }], 'a'],
    ['all close, and the panel with them', [open('a'), open('b'), notes, { type: 'all_closed' }], ''],
    ['one is brought to the front', [open('a'), open('b'), { type: 'brought_to_front', id: id('a') }], 'b a'],
    [
      'the front one comes out from behind a panel',
      [open('a'), notes, { type: 'brought_to_front', id: id('a') }],
      'a',
    ],
    ['what is not open cannot come', [open('a'), { type: 'brought_to_front', id: id('z') }], 'a'],
    ['on to the next', [open('a'), open('b'), open('c'), { type: 'turned', by: 1 }], 'c a b'],
    ['back to the one before', [open('a'), open('b'), open('c'), { type: 'turned', by: -1 }], 'b c a'],
    ['on from a panel', [open('a'), open('b'), notes, { type: 'turned', by: 1 }], 'a b'],
    [
      'on beside a panel, which then closes',
      [open('a'), open('b'), notes, { type: 'turned', by: 1, isBeside: true }],
      'b a',
    ],
    [
      'nothing to turn to beside a panel',
      [open('a'), notes, { type: 'turned', by: 1, isBeside: true }],
      'a [notas]',
    ],
    [
      'a step gives the place of the front one',
      [open('a'), open('b'), { type: 'stepped', to: id('c') }],
      'a c',
    ],
    ['a step to one behind brings it', [open('a'), open('b'), { type: 'stepped', to: id('a') }], 'a'],
    ['a step from nothing', [{ type: 'stepped', to: id('a') }], ''],
    ['a step keeps the panel', [open('a'), notes, { type: 'stepped', to: id('b') }], 'b [notas]'],
    ['a panel closes', [open('a'), notes, { type: 'panel_closed' }], 'a'],
    ['nothing to turn', [{ type: 'turned', by: 1 }], ''],
  ])('%s', (_, actions, expected) => {
    expect(drawn(after(actions))).toBe(expected);
  });

  it('a panel about the worksheet that is stepped from is then about the next', () => {
    const about = (item: string): StackAction<Row> => ({
      type: 'panel_opened',
      panel: { name: 'notas', about: id(item), field: 'scope' },
    });
    const step: StackAction<Row> = { type: 'stepped', to: id('b') };
    expect(after([open('a'), about('a'), step]).panel).toEqual({ name: 'notas', about: id('b') });
    expect(after([open('a'), about('x'), step]).panel).toEqual({
      name: 'notas',
      about: id('x'),
      field: 'scope',
    });
  });

  it('a worksheet that is open is opened at another tab', () => {
    const at = (tab: string | null): StackAction<Row> => ({ type: 'opened', id: id('a'), tab });
    expect(frontOf(after([at('x'), at('y')]))?.tab).toBe('y');
    expect(frontOf(after([at('x'), at(null)]))?.tab).toBe('x');
  });

  it.each(['PA', 'EV'])('a worksheet of -%s keeps the original id', (suffix) => {
    const original = '10000000-0000-4000-8000-000000000001';
    const front = frontOf(after([open(`${original}-${suffix}`)]));
    expect(front).toMatchObject({ id: `${original}-${suffix}`, original });
  });
});

describe('what a worksheet shows', () => {
  const data: Row = { name: 'R-001', signers: ['ana'] };
  const loaded: StackAction<Row> = { type: 'load_succeeded', id: id('a'), data };
  const failed: StackAction<Row> = { type: 'load_failed', id: id('a'), why: 'unreachable' };

  it.each<[string, readonly StackAction<Row>[], object]>([
    ['is loading at first', [], { load: { state: 'loading' }, data: null }],
    ['is filled', [loaded], { load: { state: 'filled' }, data }],
    ['failed', [failed], { load: { state: 'failed', why: 'unreachable' }, data: null }],
    ['is tried again', [failed, { type: 'load_started', id: id('a') }], { load: { state: 'loading' } }],
    [
      'and filled after all',
      [failed, { type: 'load_started', id: id('a') }, loaded],
      { load: { state: 'filled' }, data },
    ],
    ['stays when a later load fails', [loaded, failed], { load: { state: 'failed' }, data }],
    [
      'is updated',
      [loaded, { type: 'data_updated', id: id('a'), data: { name: 'R-002' } }],
      { data: { name: 'R-002', signers: ['ana'] } },
    ],
    [
      'is not updated before it is there',
      [{ type: 'data_updated', id: id('a'), data: { name: 'R-002' } }],
      { data: null },
    ],
    [
      'a list of it changes',
      [loaded, { type: 'array_changed', id: id('a'), property: 'signers', change: (all) => [...all, 'luz'] }],
      { data: { name: 'R-001', signers: ['ana', 'luz'] } },
    ],
    [
      'what is no list does not',
      [loaded, { type: 'array_changed', id: id('a'), property: 'name', change: () => [] }],
      { data },
    ],
    ['has a tab', [{ type: 'tab_chosen', id: id('a'), tab: 'calificacion' }], { tab: 'calificacion' }],
  ])('%s', (_, actions, expected) => {
    expect(frontOf(after([open('a'), ...actions]))).toMatchObject(expected);
  });

  it('is kept by whoever comes to the front again', () => {
    const stack = after([open('a'), loaded, open('b'), open('a')]);
    expect(frontOf(stack)).toMatchObject({ id: 'a', data, load: { state: 'filled' } });
  });

  it('is of no worksheet that was closed meanwhile', () => {
    const before = after([open('b')]);
    for (const late of [loaded, failed]) expect(after([late], before)).toBe(before);
  });
});

describe('what the address says', () => {
  const restore = (names: readonly string[], tab: string | null = null): StackAction<Row> => ({
    type: 'restored',
    shown: { worksheets: names.map(id), panel: null, tab },
  });

  it('takes the place of what was open and keeps what is known', () => {
    const data: Row = { name: 'R', signers: [] };
    const stack = after([
      open('a'),
      { type: 'load_succeeded', id: id('a'), data },
      open('b'),
      restore(['c', 'a']),
    ]);
    expect(drawn(stack)).toBe('c a');
    expect(frontOf(stack)?.data).toBe(data);
  });

  it('is the same stack when nothing is different', () => {
    const stack = after([open('a'), open('b'), { type: 'tab_chosen', id: id('b'), tab: 'x' }]);
    expect(after([restore(['a', 'b'], 'x')], stack)).toBe(stack);
  });

  it('names one worksheet once, where it is nearest to the front', () => {
    expect(drawn(after([restore(['a', 'b', 'a'])]))).toBe('b a');
  });

  it('opens no crowd', () => {
    const many = Array.from({ length: MOST_WORKSHEETS + 5 }, (_, n) => `w${n}`);
    const stack = after([restore(many)]);
    expect(stack.worksheets).toHaveLength(MOST_WORKSHEETS);
    expect(frontOf(stack)?.id).toBe(many.at(-1));
  });
});
