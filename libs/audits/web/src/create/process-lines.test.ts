import { expect, it } from 'vitest';
import { processGroups, withProcesses } from './process-lines.ts';

it.each([
  ['', [], ['Compras'], 'Compras'],
  ['Facturación', [], ['Compras', 'Ventas'], 'Facturación\nCompras\nVentas'],
  ['Facturación\nCompras', ['Compras'], [], 'Facturación'],
  ['Compras\n  Facturación ', ['Compras', 'Ventas'], ['Ventas'], 'Facturación\nVentas'],
  ['Compras', [], ['Compras'], 'Compras'],
])('lines %j, chosen before %j and now %j, are %j', (lines, before, now, then) => {
  expect(withProcesses(lines, before, now)).toBe(then);
});

it('groups processes by company and unit, without empty units', () => {
  const named = (nombre: string) => ({ id: nombre, codigo: null, nombre });
  const companies = [
    {
      ...named('Frailejón'),
      unidades_negocio: [
        { ...named('Alimentos'), procesos: [named('Compras')] },
        { ...named('Tecnología'), procesos: [] },
      ],
    },
  ];
  expect(processGroups(companies)).toEqual([
    { group: 'Frailejón › Alimentos', items: [{ value: 'Compras', label: 'Compras' }] },
  ]);
});
