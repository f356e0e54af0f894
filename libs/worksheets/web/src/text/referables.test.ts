import type { ItemId } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { givenRecord } from '../given-record.fixture.ts';
import { AuditMirror } from '@cotejo/audits-domain';
import type { WorksheetHost } from '../host/worksheet-host.ts';
import { referablesOf } from './referables.ts';
import { isTickMark, TICK_MARKS } from './tick-marks.ts';

const id = (n: number) => `00000001-0000-4000-8000-${String(n).padStart(12, '0')}` as ItemId;
const view = new AuditMirror();
const put = (
  n: number,
  parent: number | null,
  name: string,
  code: string | null,
  type = 'risk',
  deleted: number | null = null,
) =>
  view.applyRecord(
    id(n),
    givenRecord({
      type: type as 'risk',
      name,
      code,
      place: [parent === null ? null : id(parent), `a${n}`],
      deleted,
    }),
  );
put(1, null, 'Ejecución', null, 'phase');
put(2, 1, 'Pagos duplicados', 'R-01');
put(3, 1, 'Liquidación de nómina', 'R-02');
put(4, 1, 'Pagos borrados', 'R-03', 'risk', 3);
put(5, null, 'Pagos de cierre', 'R-04');

const host = {
  session: { view },
  team: [
    { id: 'u1', name: 'José Muñoz', initials: 'JM' },
    { id: 'u3', name: 'Claudia Restrepo', initials: 'CR' },
    { id: 'u2', name: 'Ana Ruiz', initials: 'AR' },
    { id: 'u4', name: 'Laura Pineda', initials: 'LP' },
  ],
  announce: () => undefined,
} as unknown as WorksheetHost;
const source = referablesOf(host, { people: '', items: '', nothing: '' });

describe('who and what may be named in a text', () => {
  it.each([
    ['', ['José Muñoz', 'Claudia Restrepo', 'Ana Ruiz', 'Laura Pineda']],
    // Names that start with the query precede names that contain it.
    ['la', ['Laura Pineda', 'Claudia Restrepo']],
    ['laura p', ['Laura Pineda']],
    ['pin', ['Laura Pineda']],
    ['muñ', ['José Muñoz']],
    ['MUN', ['José Muñoz']],
    ['ar', ['Ana Ruiz']],
    ['zz', []],
  ])('people for «%s»', (query, names) => {
    expect(source.people(query).map(({ label }) => label)).toEqual(names);
  });

  it.each([
    ['pagos', ['R-01', 'R-04']],
    ['nomina', ['R-02']],
    ['r-0', ['R-01', 'R-02', 'R-04']],
    ['ejec', ['Ejecución']],
  ])('living items for «%s», in the order of the plan', (query, labels) => {
    expect(source.items(query).map(({ label }) => label)).toEqual(labels);
  });
});

describe('tick marks', () => {
  it('are no two alike', () => {
    expect(new Set(Object.values(TICK_MARKS)).size).toBe(Object.keys(TICK_MARKS).length);
  });
  it.each([
    ['footed', true],
    ['constructor', false],
    [7, false],
    ['', false],
  ])('%j: %s', (name, isOne) => {
    expect(isTickMark(name)).toBe(isOne);
  });
});
