import type { Call } from '@cotejo/http/contracts';
import { describe, expect, it } from 'vitest';
import { callsOf, errorsOf, feedRow, listQuery, topicOf } from './calls.ts';
import { choice, day, flag, line, person, reference, status, text } from './fields.ts';
import { given } from './fixtures/given.fixture.ts';
import { record } from './record.ts';
import { openActs, rules } from './rules.ts';
import { rowFromWire, rowToWire, stateFromRow, toWire } from './wire.ts';

const errand = record('errand', {
  home: 'account',
  fields: {
    title: line(50),
    due: day().optional(),
    weight: choice({ light: 1, heavy: 5 }).optional(),
    stage: status({ open: 'ABIERTO', done: 'HECHO' }),
    carrier: person(),
    audit: reference('audit').optional(),
  },
  derived: { late: flag() },
  acts: { finish: { body: { note: text(100) }, event: 'ErrandFinished', moves: true } },
  refusals: { errand_odd: 409 },
  rights: 'errands',
  assignee: 'carrier',
  path: '/mandados/',
  wire: {
    title: 'titulo',
    due: 'fecha',
    weight: 'peso',
    carrier: 'quien',
    finish: 'terminar',
    note: 'nota',
    late: 'tarde',
  },
});
const errandRules = rules(errand, {
  states: { open: { finish: 'done' }, done: {} },
  fold: {},
  derive: { late: () => true },
});

const ana = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Ana',
  initials: 'A',
  position: null,
  email: null,
};
const row = {
  id: '00000000-0000-4000-8000-000000000002',
  ...{ title: 'Sello', due: null, weight: 'heavy', stage: 'open', carrier: ana, late: true },
  audit: { id: 'x', code: 'A-1', name: 'Compras' },
  ...{ version: 3, createdBy: ana, createdAt: '2026-03-10T12:00:00.000Z', removedAt: null },
};

describe('the calls of a record', () => {
  it('are those of a generic resource, each with its right', () => {
    const calls = Object.values<Pick<Call, 'method' | 'path' | 'policy'>>(callsOf(errand)).map(
      ({ method, path, policy }) => [method, path, policy.kind === 'requires' ? policy.permission : null],
    );
    expect(calls).toEqual([
      ['GET', '/mandados/', 'errands.list'],
      ['POST', '/mandados/', 'errands.add'],
      ['GET', '/mandados/:id/', 'errands.list'],
      ['GET', '/mandados/:id/historial/', 'errands.list'],
      ['PUT', '/mandados/:id/', 'errands.edit'],
      ['DELETE', '/mandados/:id/', 'errands.delete'],
      ['POST', '/mandados/:id/actions/restore/', 'errands.delete'],
      ['POST', '/mandados/:id/actions/terminar/', 'errands.edit'],
    ]);
    expect(callsOf(errand)).toBe(callsOf(errand));
    expect(topicOf(errand)).toBe('errand-list');
    expect(errorsOf(errand, 'errands-contracts').errors).toEqual({ errand_odd: 409 });
  });

  it('take what is given by the names and values of the specification', () => {
    const body = { titulo: 'Sello', peso: 5, quien: ana.id };
    expect(callsOf(errand).create.body?.parse(body)).toEqual({
      title: 'Sello',
      weight: 'heavy',
      carrier: ana.id,
    });
    expect(toWire(errand, { title: 'Sello', weight: 'heavy', carrier: ana.id })).toEqual(body);
    expect(callsOf(errand).change.body?.parse({ peso: null })).toEqual({ weight: null });
    for (const wrong of [
      { ...body, peso: 3 },
      { ...body, stage: 'HECHO' },
      { ...body, title: 'x' },
      { peso: 5 },
    ])
      expect(callsOf(errand).create.body?.safeParse(wrong).success).toBe(false);
  });

  it('tell rows that come back as they were', () => {
    const wire = rowToWire(errand, row);
    expect(wire).toMatchObject({ titulo: 'Sello', peso: 5, stage: 'ABIERTO', tarde: true, version: 3 });
    expect(feedRow(errand).parse(wire)).toEqual(wire);
    expect(rowFromWire(errand, wire)).toEqual(row);
    const state = stateFromRow(errand, rowFromWire(errand, wire));
    expect(state).toMatchObject({ carrier: ana.id, audit: 'x', createdBy: ana.id });
    const when = { at: '2026-03-10T12:00:00Z', today: '2026-03-10', by: ana.id, reach: 'all' } as const;
    expect(openActs(errandRules, state, when)).toEqual(['change', 'remove', 'finish']);
  });
});

describe('what a list is asked for', () => {
  const read = (query: Record<string, string>) => listQuery(errand).parse(query);
  it('is the newest first, fifty a page, where nothing is said', () => {
    expect(read({})).toEqual({
      ...{ search: null, page: 1, size: 50, trash: false, after: null, among: {}, between: {} },
      order: { field: 'createdAt', descending: true },
    });
  });

  it.each([
    [{ orden: 'fecha' }, { order: { field: 'due', descending: false } }],
    [{ orden: '-titulo' }, { order: { field: 'title', descending: true } }],
    [{ stage: 'ABIERTO,HECHO', peso: '5' }, { among: { stage: ['open', 'done'], weight: ['heavy'] } }],
    [{ fecha_desde: '2026-01-01' }, { between: { due: { from: '2026-01-01', to: null } } }],
    [
      { q: '  acta ', papelera: '1', despues: '7' },
      { search: 'acta', trash: true, after: 7 },
    ],
    [
      { pagina: '3', por_pagina: '500' },
      { page: 3, size: 500 },
    ],
  ])('understands %j', (query, asked) => expect(read(query as never)).toMatchObject(asked));

  it.each([
    { orden: 'quien' },
    { peso: '2' },
    { por_pagina: '501' },
    { pagina: '0' },
    { fecha_hasta: 'ayer' },
    { quien: 'ana.perez' },
  ])('refuses %j', (query) => expect(listQuery(errand).safeParse(query).success).toBe(false));
});

it('says of a record without an act nothing more than its life', () => {
  expect(given(errandRules, { title: 'Sello', carrier: ana.id }).state()).toMatchObject({ stage: 'open' });
});
