import { describe, expect, it } from 'vitest';
import {
  arranged,
  FIRST_LAYOUT,
  moveColumn,
  resizeColumn,
  shownColumns,
  toggleColumn,
} from './columns/column-layout.ts';
import { canGroup, groupRows, linesOf } from './group-rows.ts';
import { readChosen, readListState, writeChosen, writeListState, type ListState } from './list-address.ts';
import type { ListColumn } from './columns/list-column.ts';
import { filterRows, NO_VALUE, passes, type ListFilter } from './list-filters.ts';
import { orderRows } from './order-rows.ts';
import { placeAfter } from './rows/grid-keys.ts';
import { searchTexts } from './use-search-texts.ts';
import { MOST_SAVED_VIEWS, readStoredList, withView, writeStoredList } from './stored-list.ts';

interface Row {
  readonly name: string;
  readonly state: string | null;
  readonly due: string | null;
  readonly at: string;
  readonly hours: number | null;
  readonly late: boolean;
  readonly who: string;
}
const row = (name: string, part: Partial<Row> = {}): Row => ({
  ...{ name, state: 'open', due: null, at: '2026-03-10T03:00:00Z', hours: null, late: false, who: 'u1' },
  ...part,
});
const column = (id: keyof Row, kind: ListColumn<Row>['kind'], more: Partial<ListColumn<Row>> = {}) =>
  ({ id, label: id, kind, value: (each: Row) => each[id], ...more }) as ListColumn<Row>;
const columns = [
  column('name', 'text'),
  column('state', 'choice', {
    options: [
      { value: 'open', label: 'Abierta' },
      { value: 'done', label: 'Hecha' },
    ],
  }),
  column('due', 'day'),
  column('at', 'moment', { hidden: true }),
  column('hours', 'number'),
  column('late', 'flag'),
  column('who', 'person', {
    options: [
      { value: 'u1', label: 'Óscar' },
      { value: 'u2', label: 'Ana' },
    ],
  }),
];
const textOf = (of: ListColumn<Row>, each: Row) =>
  of.options?.find(({ value }) => value === of.value(each))?.label ?? String(of.value(each) ?? '');
/** Bogotá, five hours behind UTC. */
const dayOf = (moment: string) => new Date(Date.parse(moment) - 5 * 3_600_000).toISOString().slice(0, 10);
const names = (rows: readonly Row[]) => rows.map(({ name }) => name).join(' ');

describe('a filter', () => {
  const days: ListFilter = { kind: 'days', from: '2026-03-01', to: '2026-03-09' };
  it.each([
    ['2026-03-01', days, true],
    ['2026-03-09', days, true],
    ['2026-03-10', days, false],
    [null, days, false],
    // Still the ninth in Bogotá.
    ['2026-03-10T03:00:00Z', days, true],
    ['2026-03-10T05:00:00Z', days, false],
    ['2026-02-28', { ...days, from: null }, true],
    ['open', { kind: 'among', values: ['open'] }, true],
    ['done', { kind: 'among', values: ['open'] }, false],
    [null, { kind: 'among', values: [NO_VALUE] }, true],
    [0, { kind: 'numbers', from: 0, to: null }, true],
    [null, { kind: 'numbers', from: null, to: 9 }, false],
    [9.5, { kind: 'numbers', from: null, to: 9 }, false],
    [true, { kind: 'flag', isSet: true }, true],
    [null, { kind: 'flag', isSet: false }, true],
  ] as const)('%j passes %j: %j', (value, filter, expected) =>
    expect(passes(value, filter as ListFilter, dayOf)).toBe(expected),
  );

  it('is met by rows that meet all of them and hold each word somewhere, without accents', () => {
    const rows = [row('Auditoría de compras'), row('Acta', { state: 'done' }), row('Compras', { who: 'u2' })];
    const found = (search: string, filters = {}) =>
      names(filterRows(rows, { columns, search, filters, dayOf, searchText: searchTexts(columns, textOf) }));
    expect(found('COMPRAS auditoria')).toBe('Auditoría de compras');
    expect(found('compras ana')).toBe('Compras');
    expect(found('', { state: { kind: 'among', values: ['done'] } })).toBe('Acta');
    expect(found('compras', { state: { kind: 'among', values: ['done'] } })).toBe('');
    // Ids are not displayed, so search ignores them.
    expect(found('u2')).toBe('');
  });

  it('builds the text of a row once', () => {
    const read: string[] = [];
    const counted = column('name', 'text', { value: ({ name }) => (read.push(name), name) });
    const rows = [row('Acta'), row('Compras')];
    const searchText = searchTexts([counted], textOf);
    for (const search of ['c', 'co', 'com'])
      filterRows(rows, { columns: [counted], search, filters: {}, dayOf, searchText });
    expect(read).toEqual(['Acta', 'Compras']);
  });

  it('is met by one of several values', () => {
    const teams: Readonly<Record<string, readonly string[]>> = { a: ['u1', 'u2'], b: ['u2'], c: [] };
    const team = column('who', 'person', { values: ({ name }) => teams[name] ?? [] });
    const found = (...values: string[]) =>
      names(
        filterRows(
          ['a', 'b', 'c'].map((name) => row(name)),
          {
            ...{ columns: [team], search: '', dayOf, searchText: searchTexts([team], textOf) },
            filters: { who: { kind: 'among', values } },
          },
        ),
      );
    expect([found('u1'), found('u2'), found('u1', NO_VALUE)]).toEqual(['a', 'a b', 'a c']);
    expect(canGroup(team)).toBe(false);
  });
});

describe('an order', () => {
  const by = (id: string, isDescending = false) => ({ column: id, isDescending });
  const ordered = (rows: readonly Row[], order: ReturnType<typeof by>) =>
    names(orderRows(rows, columns, order, 'es'));

  it.each([
    ['choices in the order of their options', [row('b', { state: 'done' }), row('a')], by('state'), 'a b'],
    ['people by name', [row('o'), row('a', { who: 'u2' })], by('who'), 'a o'],
    [
      'texts as the language does',
      [row('ñu'), row('oso'), row('nube'), row('Ábaco')],
      by('name'),
      'Ábaco nube ñu oso',
    ],
    ['numbers in texts as numbers', [row('A-10'), row('A-9')], by('name'), 'A-9 A-10'],
    ['numbers', [row('b', { hours: 10 }), row('a', { hours: 9 })], by('hours'), 'a b'],
  ])('puts %s', (_, rows, order, expected) => expect(ordered(rows, order)).toBe(expected));

  it('has rows without a value last in both directions, and keeps equal rows as they were', () => {
    const rows = [row('none'), row('b', { due: '2026-02-01' }), row('a', { due: '2026-01-01' }), row('too')];
    expect(ordered(rows, by('due'))).toBe('a b none too');
    expect(ordered(rows, by('due', true))).toBe('b a none too');
  });
});

describe('groups', () => {
  const rows = [row('c', { state: null }), row('b', { state: 'done' }), row('a')];
  const groups = groupRows(
    rows,
    columns[1] as ListColumn<Row>,
    (each) => textOf(columns[1] as ListColumn<Row>, each),
    'es',
  );

  it('follow the options, without a value last', () => {
    expect(groups.map(({ key, label }) => [key, label])).toEqual([
      ['open', 'Abierta'],
      ['done', 'Hecha'],
      ['', ''],
    ]);
  });

  it('show their rows while they are open', () => {
    const lines = linesOf(rows, groups, new Set(['done', '']));
    expect(
      lines.map((line) => (line.kind === 'row' ? line.row.name : `${line.group.key}:${line.isOpen}`)),
    ).toEqual(['open:true', 'a', 'done:false', ':false']);
  });
});

describe('the address of a list', () => {
  const first = { view: 'table', order: { column: 'due', isDescending: false } } as const;
  const views = ['list', 'simple', 'table'] as const;
  const read = (query: string) => readListState(new URLSearchParams(query), columns, views, first);
  const everything: ListState = {
    view: 'list',
    search: 'a&b',
    order: { column: 'name', isDescending: true },
    group: 'state',
    filters: {
      state: { kind: 'among', values: ['open', NO_VALUE, 'a,b'] },
      due: { kind: 'days', from: null, to: '2026-03-01' },
      hours: { kind: 'numbers', from: 1.5, to: null },
      late: { kind: 'flag', isSet: false },
    },
  };

  it('says what is shown, and is read back as that', () => {
    const query = writeListState(new URLSearchParams('abierto=7'), everything, first);
    expect(query.get('vista')).toBe('lista');
    expect(query.get('f.due')).toBe('..2026-03-01');
    expect(query.get('abierto')).toBe('7');
    expect(read(query.toString())).toEqual(everything);
  });

  it('tells a page which values are chosen, and takes others', () => {
    const query = writeListState(new URLSearchParams('abierto=7'), everything, first);
    expect(readChosen(query, 'state')).toEqual(['open', NO_VALUE, 'a,b']);
    const other = writeChosen(query, 'state', ['done', 'x,y']);
    expect(readChosen(other, 'state')).toEqual(['done', 'x,y']);
    expect(read(other.toString())).toEqual({
      ...everything,
      filters: { ...everything.filters, state: { kind: 'among', values: ['done', 'x,y'] } },
    });
    expect(writeChosen(other, 'state', []).has('f.state')).toBe(false);
  });

  it('says nothing of what is as at first', () => {
    expect(writeListState(new URLSearchParams('q=x'), read(''), first).toString()).toBe('');
  });

  it.each([
    'vista=gantt',
    'vista=nada',
    'orden=nada',
    'grupo=nada',
    'f.nada=1',
    'f.due=ayer..',
    'f.hours=x..1',
    'f.late=quizas',
    'f.name=x',
    'f.due=..',
  ])('that cannot be (%s) shows the list as at first', (query) => expect(read(query)).toEqual(read('')));
});

describe('columns', () => {
  const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join(' ');
  it('are moved, shown and hidden, and the last one stays', () => {
    const moved = moveColumn(columns, FIRST_LAYOUT, 'late', -5);
    expect(ids(arranged(columns, moved))).toBe('late name state due at hours who');
    expect(moveColumn(columns, moved, 'late', -1)).toBe(moved);
    expect(ids(shownColumns(columns, toggleColumn(columns, moved, 'at')))).toContain('at');
    const one = columns.slice(0, 1);
    expect(toggleColumn(one, FIRST_LAYOUT, 'name')).toBe(FIRST_LAYOUT);
  });

  it('that came later stand behind the arranged ones', () => {
    expect(ids(arranged(columns, { ...FIRST_LAYOUT, order: ['who', 'gone'] }))).toMatch(/^who name/);
  });

  it('are no narrower and no wider than their limits', () => {
    expect(resizeColumn(FIRST_LAYOUT, 'name', 3).widths).toEqual({ name: 64 });
    expect(resizeColumn(FIRST_LAYOUT, 'name', 3_000).widths).toEqual({ name: 800 });
  });
});

describe('what a browser keeps of a list', () => {
  it('is read back for the same person alone; what cannot be read is nothing', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    const view = { name: 'Mías', query: 'q=a', layout: FIRST_LAYOUT };
    writeStoredList(storage, 'u1', 'tasks', { layout: FIRST_LAYOUT, views: [view] });
    expect(readStoredList(storage, 'u1', 'tasks').views).toEqual([view]);
    expect(readStoredList(storage, 'u2', 'tasks').views).toEqual([]);
    for (const key of kept.keys()) kept.set(key, '{"layout":7}');
    expect(readStoredList(storage, 'u1', 'tasks')).toEqual({ layout: FIRST_LAYOUT, views: [] });
  });

  it('has one view of a name, and so many at most', () => {
    const view = (name: string, query = '') => ({ name, query, layout: FIRST_LAYOUT });
    expect(withView([view('a'), view('b')], view('a', 'q=1'))).toEqual([view('b'), view('a', 'q=1')]);
    const many = Array.from({ length: MOST_SAVED_VIEWS }, (_, at) => view(String(at)));
    expect(withView(many, view('new')).map(({ name }) => name)).toEqual([
      ...many.slice(1).map(({ name }) => name),
      'new',
    ]);
  });
});

describe('a key in a grid of rows', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 9, 9],
    ['ArrowUp', 0, 0],
    ['PageDown', 3, 7],
    ['PageUp', 3, 0],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['a', 5, null],
  ])('%s from %i leads to %j', (key, place, expected) =>
    expect(placeAfter(key, { place, count: 10, page: 4 })).toBe(expected),
  );
});
