import { expect, it } from 'vitest';
import { readPlanFilter, writePlanFilter } from './filter-address.ts';
import { NO_FILTER, type PlanFilter } from './plan-filter.ts';

it.each<[string, Partial<PlanFilter>, string]>([
  ['nothing', {}, ''],
  ['a text', { text: 'pagos & C-003' }, 'q=pagos+%26+C-003'],
  ['people', { assignees: ['ana', 'sin_asignar'] }, 'f.persona=ana%2Csin_asignar'],
  ['types and statuses', { types: ['risk'], statuses: ['in_progress'] }, 'f.tipo=risk&f.estado=in_progress'],
  ['sprints and visits', { sprints: ['s1'], visits: ['v1'] }, 'f.sprint=s1&f.visita=v1'],
  [
    'what is late and unsigned',
    { due: ['late'], signatures: ['incomplete'] },
    'f.plazo=late&f.firmas=incomplete',
  ],
  ['days', { from: '2026-03-01', to: '2026-03-31' }, 'f.fechas=2026-03-01..2026-03-31'],
  ['an open end', { to: '2026-03-31' }, 'f.fechas=..2026-03-31'],
])('a filter by %s stands in the address and is read from it', (_, given, address) => {
  const filter = { ...NO_FILTER, ...given };
  expect(writePlanFilter(new URLSearchParams(), filter).toString()).toBe(address);
  expect(readPlanFilter(new URLSearchParams(address))).toEqual(filter);
});

it('other parameters stay, and a filter replaces the one before', () => {
  const before = new URLSearchParams('auditoria-id=x&hoja-id=y&q=old&f.tipo=risk');
  expect(writePlanFilter(before, { ...NO_FILTER, text: 'new' }).toString()).toBe(
    'auditoria-id=x&hoja-id=y&q=new',
  );
});

it('values that do not exist are dropped', () => {
  const read = readPlanFilter(
    new URLSearchParams('f.tipo=risk,nonsense&f.estado=x&f.plazo=soon&f.fechas=2026-3-1..'),
  );
  expect(read).toEqual({ ...NO_FILTER, types: ['risk'] });
});

it('tab=2 is a filter by what follows from findings, until another one is chosen', () => {
  const query = new URLSearchParams('tab=2');
  expect(readPlanFilter(query).types).toEqual(['finding', 'action_plan', 'evaluation']);
  expect(writePlanFilter(query, NO_FILTER).toString()).toBe('');
});
