import { describe, expect, it } from 'vitest';
import { item, TestAudit } from '../session/test-audit.fixture.ts';
import { clickOf, handlePlanKey, rowBeside, settled, stepTo, type PlanCommands } from './plan-keys.ts';

/**
 * Ejecución (1) › Compras (2) › …, Pagos (3) › Conciliar pagos (6), Recepción (7); the understanding (8) sorts first.
 */
const { state } = new TestAudit([
  [7, 'process', 1, 'Recepción'],
  [8, 'understanding', 1, 'Entendimiento'],
]);

describe('rows by their arrow keys', () => {
  it.each([
    ['ArrowUp', [3], { parent: item(1), after: item(8), before: item(2) }],
    ['ArrowUp', [7], { parent: item(1), after: item(2), before: item(3) }],
    ['ArrowDown', [3], { parent: item(1), after: item(7) }],
    ['ArrowLeft', [6], { parent: item(1), after: item(3) }],
    ['ArrowRight', [3], { parent: item(2) }],
    ['ArrowDown', [2, 3], { parent: item(1), after: item(7) }],
    ['ArrowUp', [3, 7], { parent: item(1), after: item(8), before: item(2) }],
  ])('%s moves %j', (key, ids, to) => {
    expect(
      stepTo(
        key,
        ids.map((id) => item(id)),
        state,
      ),
    ).toEqual(to);
  });

  it.each([
    ['ArrowUp over the understanding, which always comes first', 'ArrowUp', [2]],
    ['ArrowDown from the understanding', 'ArrowDown', [8]],
    ['ArrowDown from the last', 'ArrowDown', [7]],
    ['ArrowLeft from the top', 'ArrowLeft', [1]],
    ['another key', 'Home', [3]],
    ['a row that is not there', 'ArrowDown', [99]],
    ['rows that do not stand side by side', 'ArrowDown', [3, 6]],
  ])('%s moves nothing', (_name, key, ids) => {
    expect(
      stepTo(
        key,
        ids.map((id) => item(id)),
        state,
      ),
    ).toBeNull();
  });
});

describe('what is let go above the understanding lands right below it', () => {
  it.each([
    ['at the very top', 3, { after: null, before: item(8) }, { after: item(8) }],
    ['right below it', 3, { after: item(8), before: item(2) }, { after: item(8) }],
    ['further down', 3, { after: item(2), before: item(7) }, { after: item(2), before: item(7) }],
    ['at the end', 3, {}, {}],
    ['an understanding itself', 8, { after: null, before: item(2) }, { after: null, before: item(2) }],
  ])('%s', (_name, id, place, lands) => {
    const node = state.get(item(id));
    if (!node) throw new Error('no such item');
    expect(settled(state, node, { parent: item(1), ...place })).toEqual({ parent: item(1), ...lands });
  });
});

describe('when a row goes, the focus', () => {
  it.each([
    ['goes to the next one', 2, item(3)],
    ['goes to the one before the last', 7, item(3)],
    ['goes up from an only one', 6, item(3)],
    ['has nowhere to go from the last of all', 1, null],
  ])('%s', (_, id, to) => {
    expect(rowBeside(item(id), state)).toBe(to);
  });
});

describe('a click', () => {
  it.each([
    ['process', 'toggle'],
    ['phase', 'toggle'],
    ['link', 'follow'],
    ['reference', 'open'],
    ['step', 'open'],
  ] as const)('on a %s: %s', (type, does) => {
    expect(clickOf({ type })).toBe(does);
    expect(clickOf({ type }, true)).toBe(does);
  });
  it('on an inspection opens its first visit, and itself without one', () => {
    expect([clickOf({ type: 'inspection' }, true), clickOf({ type: 'inspection' })]).toEqual([
      'visit',
      'open',
    ]);
  });
});

describe('the keys of the plan', () => {
  const press = (
    key: string,
    held: { ctrl?: boolean; shift?: boolean; alt?: boolean } = {},
    id = item(3),
  ) => {
    const called: string[] = [];
    const commands = new Proxy({} as PlanCommands, {
      get: (_, name) => (given?: unknown) => called.push(`${String(name)} ${String(given ?? '')}`.trim()),
    });
    const isHandled = handlePlanKey(
      {
        key,
        ctrlKey: held.ctrl ?? false,
        metaKey: false,
        shiftKey: held.shift ?? false,
        altKey: held.alt ?? false,
      },
      id,
      commands,
    );
    return isHandled ? called.join() : null;
  };
  it.each([
    ['F2', {}, `rename ${item(3)}`],
    ['F2', { shift: true }, `recode ${item(3)}`],
    ['Delete', {}, 'askDelete'],
    ['Insert', {}, `addInside ${item(3)}`],
    ['M', { ctrl: true, shift: true }, 'askMove'],
    ['d', { ctrl: true }, 'duplicate'],
    ['z', { ctrl: true }, 'undo'],
    ['Z', { ctrl: true, shift: true }, 'redo'],
    ['y', { ctrl: true }, 'redo'],
    ['ArrowUp', { alt: true }, 'step ArrowUp'],
    ['?', { shift: true }, 'showKeys'],
    ['Escape', {}, 'closeFront'],
    ['c', { ctrl: true }, null],
    ['m', { ctrl: true }, null],
    ['x', {}, null],
    ['M', { shift: true }, null],
    ['Enter', { alt: true }, null],
  ])('%s %j: %s', (key, held, does) => {
    expect(press(key, held)).toBe(does);
  });

  it('are no bare letters: rows are found by typing how they begin', () => {
    for (const letter of 'abcdefghijklmnñopqrstuvwxyz')
      for (const [key, shift] of [
        [letter, false],
        [letter.toUpperCase(), true],
      ] as const)
        expect([key, press(key, { shift })]).toEqual([key, null]);
  });
});
