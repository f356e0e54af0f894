import type { ItemId } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import { readLines } from '../actions/paste-lines.ts';
import { intentsOfPhases } from './icce-plan.ts';

it('phases with their steps become one command, without the lines that are at fault', () => {
  let n = 0;
  const intents = intentsOfPhases(
    [
      { name: ' Ejecución ', steps: readLines('1.1\tConciliar\nConciliar\nFirmar') },
      { name: 'Informe', steps: [] },
    ],
    () => `id-${n++}` as ItemId,
  );
  expect(intents).toEqual([
    { kind: 'create_item', id: 'id-0', type: 'phase', parent: null, name: 'Ejecución' },
    { kind: 'create_item', id: 'id-1', type: 'step', parent: 'id-0', name: 'Conciliar', code: '1.1' },
    { kind: 'create_item', id: 'id-2', type: 'step', parent: 'id-0', name: 'Firmar' },
    { kind: 'create_item', id: 'id-3', type: 'phase', parent: null, name: 'Informe' },
  ]);
});
