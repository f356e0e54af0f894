import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import { timedItems } from './timed-items.ts';

type Row = Parameters<typeof timedItems>[0][number];

/** The title of a row has a code only for risks, controls and findings. */
const row = (
  id: string,
  type: ItemType,
  code: string | null,
  children: readonly Row[] | null = null,
): Row => {
  const node = { type, code } as TreeRow['node'];
  const isTitled = type === 'risk' || type === 'control' || type === 'link';
  const title = { prefix: null, code: isTitled ? code : null, name: id, isEvaluation: false };
  return { id: id as ItemId, node, shown: node, title, children };
};

it('lists the plan in its order with the parent of each, without references and links', () => {
  const risk = row('Pagos', 'risk', 'R-001', [
    row('Tres vías', 'control', 'C-001', [row('Reejecución', 'control_test', 'PV-01')]),
    row('Otra', 'reference', null),
    row('Ajena', 'link', 'C-009'),
  ]);
  expect(timedItems([row('Planeación', 'phase', 'F-01'), row('Ejecución', 'phase', null, [risk])])).toEqual([
    { value: 'Planeación', label: 'Planeación' },
    { value: 'Ejecución', label: 'Ejecución' },
    { value: 'Pagos', label: 'R-001 Pagos · Ejecución' },
    { value: 'Tres vías', label: 'C-001 Tres vías · R-001 Pagos' },
    { value: 'Reejecución', label: 'PV-01 Reejecución · C-001 Tres vías' },
  ]);
});
