import { describe, expect, it } from 'vitest';
import { item, TestAudit } from '../session/test-audit.fixture.ts';
import { rowBeside, stepIntent } from './plan-keys.ts';

/** Ejecución (1) › Compras (2) › …, Pagos (3) › Conciliar pagos (6), Recepción (7). */
const { state } = new TestAudit([[7, 'process', 1, 'Recepción']]);

describe('a row by its arrow keys', () => {
  it.each([
    ['ArrowUp', 3, { parent: item(1), after: null, before: item(2) }],
    ['ArrowUp', 7, { parent: item(1), after: item(2), before: item(3) }],
    ['ArrowDown', 3, { parent: item(1), after: item(7) }],
    ['ArrowLeft', 6, { parent: item(1), after: item(3) }],
    ['ArrowRight', 3, { parent: item(2) }],
  ])('%s moves row %i', (key, id, to) => {
    expect(stepIntent(key, item(id), state)).toEqual({ kind: 'move_item', id: item(id), ...to });
  });

  it.each([
    ['ArrowUp', 2],
    ['ArrowDown', 7],
    ['ArrowLeft', 1],
    ['ArrowRight', 2],
    ['Home', 3],
    ['ArrowDown', 99],
  ])('%s leaves row %i where it is', (key, id) => {
    expect(stepIntent(key, item(id), state)).toBeNull();
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
