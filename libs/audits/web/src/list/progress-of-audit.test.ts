import { expect, it } from 'vitest';
import { statusesOf } from './progress-of-audit.ts';

it('puts the statuses of all work together, and leaves findings out', () => {
  const counts = statusesOf({
    por_tipo: [
      { item_tipo: 'HT_RIESGO', total: 3, estados: { REVISADO: 2, EN_PROCESO: 1 } },
      { item_tipo: 'HT_CONTROL', total: 2, estados: { REVISADO: 1, NUEVO: 1 } },
      { item_tipo: 'HT_HALLAZGO', total: 5, estados: { NUEVO: 5 } },
    ],
  });
  expect([...counts]).toEqual([
    ['reviewed', 3],
    ['in_progress', 1],
    ['new', 1],
  ]);
});
