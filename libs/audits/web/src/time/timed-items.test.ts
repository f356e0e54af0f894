import type { ItemId, ItemType } from '@cotejo/audits-contracts';
import { expect, it } from 'vitest';
import type { TreeRow } from '../session/rows/tree-rows.ts';
import { timedItems } from './timed-items.ts';

type Row = Parameters<typeof timedItems>[0][number];

const row = (
  id: string,
  type: ItemType,
  code: string | null,
  children: readonly Row[] | null = null,
): Row => ({
  id: id as ItemId,
  node: { type } as TreeRow['node'],
  title: { code, name: id },
  children,
});

it('lists the plan in its order with the parent of each, without references and links', () => {
  const risk = row('Pagos', 'risk', 'R-001', [
    row('Tres vías', 'control', 'C-001'),
    row('Otra', 'reference', null),
    row('Ajena', 'link', 'C-009'),
  ]);
  expect(timedItems([row('Planeación', 'phase', null), row('Ejecución', 'phase', null, [risk])])).toEqual([
    { value: 'Planeación', label: 'Planeación' },
    { value: 'Ejecución', label: 'Ejecución' },
    { value: 'Pagos', label: 'R-001 Pagos · Ejecución' },
    { value: 'Tres vías', label: 'C-001 Tres vías · R-001 Pagos' },
  ]);
});
