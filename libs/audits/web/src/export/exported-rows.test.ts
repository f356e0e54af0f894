import { displayText } from '@cotejo/audits-domain';
import { describe, expect, it } from 'vitest';
import { GivenPlan, item, type Given } from '../actions/given-plan.fixture.ts';
import { NO_FILTER, RowFilter, type PlanFilter } from '../plan/toolbar/plan-filter.ts';
import { TreeRows } from '../session/rows/tree-rows.ts';
import { planLines, riskLines } from './exported-rows.ts';

const ITEMS: readonly Given[] = [
  [1, 'phase', null, 'Ejecución'],
  [2, 'process', 1, 'Compras'],
  [3, 'risk', 2, 'Pagos duplicados'],
  [4, 'control', 3, 'Tres vías'],
  [5, 'control_test', 4, 'Muestra de pagos'],
  [6, 'control', 3, 'Bloqueo'],
  [7, 'risk', 2, 'Corte contable'],
  [8, 'step', 2, 'Entrevista'],
];

const rowsOf = (plan: GivenPlan, filter: Partial<PlanFilter> = {}) =>
  new RowFilter({ ...NO_FILTER, ...filter }).read(new TreeRows(plan.view).read(new Set())).rows;

describe('the lines of an exported plan', () => {
  it('are all rows with their level, in display order', () => {
    const lines = planLines(rowsOf(new GivenPlan(ITEMS))).filter(({ level }) => level < 4);
    expect(lines.map(({ row, level }) => `${level} ${row.title.name}`)).toEqual([
      '1 Ejecución',
      '2 Compras',
      '3 Pagos duplicados',
      '3 Corte contable',
      '3 Entrevista',
    ]);
  });

  it('are those of the filter with the rows above them', () => {
    const lines = planLines(rowsOf(new GivenPlan(ITEMS), { text: 'bloqueo' }));
    expect(lines.map(({ row }) => row.title.name)).toEqual([
      'Ejecución',
      'Compras',
      'Pagos duplicados',
      'Bloqueo',
    ]);
  });
});

describe('the lines of exported risks and controls', () => {
  const written = (plan: GivenPlan, filter?: Partial<PlanFilter>) =>
    riskLines(rowsOf(plan, filter)).map(({ path, risk, control }) =>
      [
        path.join('/'),
        risk && displayText(plan.view, risk.node),
        control && displayText(plan.view, control.node),
        control?.tests.map(({ title }) => title.name).join(),
      ].join(' | '),
    );

  it('are one for each control of a risk, and one for a risk without controls', () => {
    expect(written(new GivenPlan(ITEMS))).toEqual([
      'Ejecución/Compras | R-001 Pagos duplicados | C-001 Tres vías | Muestra de pagos',
      'Ejecución/Compras | R-001 Pagos duplicados | C-002 Bloqueo | ',
      'Ejecución/Compras | R-002 Corte contable |  | ',
    ]);
  });

  it('leave out a risk that a filter shows only above its control', () => {
    expect(written(new GivenPlan(ITEMS), { text: 'bloqueo' })).toEqual([
      'Ejecución/Compras | R-001 Pagos duplicados | C-002 Bloqueo | ',
    ]);
  });

  it('name a control that risks share under each of them', () => {
    const plan = new GivenPlan(ITEMS).does({
      kind: 'create_item',
      id: item(20),
      type: 'reference',
      parent: item(7),
      name: 'Tres vías',
      target: { audit: null, item: item(4) },
    });
    expect(written(plan)).toContain(
      'Ejecución/Compras | R-002 Corte contable | C-001 Tres vías | Muestra de pagos',
    );
  });
});
