import { expect, it } from 'vitest';
import { sameText } from './same-text.ts';

it.each([
  ['Logística', ' LOGISTICA ', true],
  ['Año  nuevo', 'ano nuevo', true],
  ['Compras', 'Compra', false],
  ['', null, false],
  [null, null, true],
  [7, 7, true],
  [7, '7', false],
])('%j and %j are the same: %s', (one, other, same) => expect(sameText(one, other)).toBe(same));
