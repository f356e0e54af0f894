import { placeLock } from '@cotejo/audits-domain';
import { describe, expect, it } from 'vitest';
import { GivenPlan, item, SOME, type Given } from './given-plan.fixture.ts';
import { findPlaces, PLACES_SHOWN, placesOf } from './places.ts';

const { view } = new GivenPlan(SOME);
const refusal = (type: 'risk' | 'control') => (place: { parent: ReturnType<typeof item> | null }) =>
  placeLock(view, place.parent, { type })?.code ?? null;
const paths = (found: readonly { path: readonly string[] }[]) => found.map(({ path }) => path.join(' › '));

describe('places of a plan', () => {
  it('are everything that can hold something, in the order of the tree', () => {
    expect(paths(placesOf(view))).toEqual([
      '',
      'Ejecución',
      'Ejecución › Compras',
      'Ejecución › Compras › R-001 Proveedores ficticios',
      'Ejecución › Compras › R-001 Proveedores ficticios › C-001 Doble aprobación',
      'Ejecución › Compras › R-001 Proveedores ficticios › C-001 Doble aprobación › PV-01 Reejecución',
      'Ejecución › Compras › Conciliar',
      'Ejecución › Pagos',
      'Ejecución › Pagos › R-002 Pagos duplicados',
    ]);
  });

  it.each([
    ['nothing', '', ['Ejecución', 'Ejecución › Compras', 'Ejecución › Pagos']],
    [
      'part of a name, whatever its accents and case',
      'EJECUCION',
      ['Ejecución', 'Ejecución › Compras', 'Ejecución › Pagos'],
    ],
    ['words from anywhere in the path', 'compras ejec', ['Ejecución › Compras']],
    ['what is nowhere', 'tesorería', []],
  ])('are found by %s: those that may hold it', (_, search, expected) => {
    expect(paths(findPlaces(placesOf(view), search, refusal('risk')).allowed)).toEqual(expected);
  });

  it('that may not hold it come with the reason', () => {
    const { allowed, refused } = findPlaces(placesOf(view), 'compras', refusal('control'));
    expect(paths(allowed)).toEqual(['Ejecución › Compras › R-001 Proveedores ficticios']);
    expect(refused.map(({ path, refusal: why }) => [path.at(-1), why])).toEqual([
      ['Compras', 'child_type_not_allowed'],
      ['C-001 Doble aprobación', 'child_type_not_allowed'],
      ['PV-01 Reejecución', 'child_type_not_allowed'],
      ['Conciliar', 'child_type_not_allowed'],
    ]);
  });

  it('beyond what a list shows are counted, and a search brings them', () => {
    const many: Given[] = Array.from({ length: PLACES_SHOWN + 20 }, (_, n) => [
      n + 10,
      'process',
      1,
      `P${n}`,
    ]);
    const large = new GivenPlan([[1, 'phase', null, 'Fase'], ...many]).view;
    const places = placesOf(large);
    const found = findPlaces(places, '', () => null);
    expect([found.allowed.length, found.more]).toEqual([PLACES_SHOWN, 22]);
    expect(paths(findPlaces(places, 'p119', () => null).allowed)).toEqual(['Fase › P119']);
  });
});
