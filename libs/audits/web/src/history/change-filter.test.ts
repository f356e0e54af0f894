import type { ChangeRow, ItemId } from '@cotejo/audits-contracts';
import { describe, expect, it } from 'vitest';
import { countOf, isLookedFor, NO_LOG_FILTER, queryOf, type LogFilter } from './change-filter.ts';

const BOGOTA = 'America/Bogota';
const RISK = 'risk' as ItemId;
const row = (over: Partial<ChangeRow> = {}): ChangeRow => ({
  version: 7,
  at: '2026-11-12T15:00:00.000Z',
  actor: { id: 'laura', name: 'Laura Pineda', sigla: 'LP' },
  type: 'ItemValuesSet',
  item: { id: RISK, type: 'risk', code: 'R-001', name: 'Pagos dobles' },
  detail: {},
  ...over,
});

it.each(['TreeItemRenumbered', 'TreeDocumentCompacted'])(
  '%s is a change by nobody: it is not shown',
  (type) => {
    expect(isLookedFor(row({ type }), NO_LOG_FILTER, null, BOGOTA)).toBe(false);
  },
);

describe('the changes that are looked for', () => {
  it.each<[string, Partial<LogFilter>, boolean]>([
    ['everything', {}, true],
    ['those of a person', { people: ['laura'] }, true],
    ['those of another person', { people: ['oscar'] }, false],
    ['those of a kind', { kinds: ['values', 'notes'] }, true],
    ['those of another kind', { kinds: ['signatures'] }, false],
    ['from its own day on', { from: '2026-11-12' }, true],
    ['from the day after on', { from: '2026-11-13' }, false],
    ['up to its own day', { to: '2026-11-12' }, true],
    ['up to the day before', { to: '2026-11-11' }, false],
  ])('%s', (_name, filter, expected) => {
    expect(isLookedFor(row(), { ...NO_LOG_FILTER, ...filter }, null, BOGOTA)).toBe(expected);
  });

  it('are found by each of those who wrote together', () => {
    const written = row({ type: 'TextRevised', authors: ['oscar', 'marta'] });
    const of = (...people: string[]) => isLookedFor(written, { ...NO_LOG_FILTER, people }, null, BOGOTA);
    expect([of('laura'), of('oscar'), of('pablo', 'marta'), of('pablo')]).toEqual([true, true, true, false]);
  });

  it.each([
    ['America/Bogota', true],
    ['Europe/London', false],
  ])('end with the day in %s', (zone, isOfThatDay) => {
    const late = row({ at: '2026-11-13T03:30:00.000Z' });
    expect(isLookedFor(late, { ...NO_LOG_FILTER, to: '2026-11-12' }, null, zone)).toBe(isOfThatDay);
    expect(isLookedFor(late, { ...NO_LOG_FILTER, from: '2026-11-13' }, null, zone)).toBe(!isOfThatDay);
  });

  it('of an item are its own, and on request those of what it contains', () => {
    const ofControl = row({ item: { id: 'control', type: 'control', code: null, name: 'x' } });
    const isUnder = (item: string, above: ItemId) => item === 'control' && above === RISK;
    const of = (withBranch: boolean, change: ChangeRow) =>
      isLookedFor(change, NO_LOG_FILTER, { item: RISK, withBranch }, BOGOTA, isUnder);
    expect([of(false, row()), of(false, ofControl), of(true, ofControl)]).toEqual([true, false, true]);
    expect(of(true, row({ item: null }))).toBe(false);
  });

  it('are asked of the server in the same words', () => {
    const filter: LogFilter = {
      people: ['a', 'b'],
      kinds: ['signatures'],
      from: '2026-11-01',
      to: '2026-11-02',
    };
    expect(queryOf(filter, { item: RISK, withBranch: true }, BOGOTA)).toEqual({
      persona: 'a,b',
      tipo: 'ItemSigned,SignaturesVoided',
      item: RISK,
      rama: '1',
      desde: '2026-11-01T05:00:00.000Z',
      hasta: '2026-11-03T05:00:00.000Z',
    });
    expect(queryOf(NO_LOG_FILTER, null, BOGOTA)).toEqual({});
    expect([countOf(filter), countOf(NO_LOG_FILTER)]).toEqual([5, 0]);
  });
});
