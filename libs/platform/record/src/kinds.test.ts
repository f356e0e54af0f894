import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { callsOf, feedRow, listQuery, ordersOf } from './calls.ts';
import {
  day,
  email,
  line,
  list,
  minutes,
  money,
  people,
  person,
  reference,
  text,
  time,
  whole,
} from './fields.ts';
import { given } from './fixtures/given.fixture.ts';
import { eventSchemas, record } from './record.ts';
import { rules } from './rules.ts';
import { changedText } from './server/changed-text.ts';
import { rowFromWire, rowToWire, stateFromRow } from './wire.ts';

const visit = record('visit', {
  home: 'account',
  fields: {
    guest: line(50).personal(),
    mail: email().optional().personal(),
    hour: time().optional(),
    takes: minutes(),
    costs: money(),
    hosts: people({ most: 2 }),
    year: whole(1990, 2100),
    remarks: list({
      ...{ remark: text(100), by: person().optional(), until: day().optional() },
      about: reference('receipt').optional(),
    }),
  },
  acts: { remark: { body: { remark: text(100) }, event: 'VisitRemarked' } },
  refusals: {},
  rights: 'visits',
  path: '/visitas/',
  wire: { guest: 'invitado', hour: 'hora', remarks: 'notas', remark: 'nota', by: 'autor' },
});
const dated = record('dated', {
  home: 'account',
  fields: { until: day() },
  acts: {},
  refusals: {},
  rights: 'dated',
  path: '/fechados/',
  wire: {},
});
const visitRules = rules(visit, {
  states: {},
  fold: {
    VisitRemarked: (state, { remark }) => ({
      ...state,
      remarks: [...state.remarks, { remark, by: null, until: null, about: null }],
    }),
  },
  derive: {},
});

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const personOf = (name: string, at: number) => ({
  ...{ id: id(at), name, initials: name.slice(0, 1), position: null, email: null },
});
const ana = personOf('Ana', 1);
const told = { guest: 'Eva', takes: 90, costs: 250_000, hosts: [ana.id], year: 2026 };

given(visitRules, told).table(
  ['change', { hour: '24:00' }, {}, 'malformed'],
  ['change', { hour: '08:05' }, {}, ['VisitChanged']],
  ['change', { mail: 'eva' }, {}, 'malformed'],
  ['change', { mail: 'eva@example.com' }, {}, ['VisitChanged']],
  ['change', { takes: -1 }, {}, 'malformed'],
  ['change', { costs: 0.5 }, {}, 'malformed'],
  ['change', { year: 1989 }, {}, 'malformed'],
  ['change', { hosts: [id(1), id(1)] }, {}, 'malformed'],
  ['change', { hosts: [id(1), id(2), id(3)] }, {}, 'malformed'],
  ['change', { hosts: [id(1)] }, {}, []],
  ['remark', { remark: 'Llegó tarde' }, {}, ['VisitRemarked']],
);

describe('kinds of fields', () => {
  it('begin lists empty, which acts alone fill', () => {
    expect(given(visitRules, told).state().remarks).toEqual([]);
    expect(given(visitRules, told, ['remark', { remark: 'Tarde' }]).state().remarks).toHaveLength(1);
    expect(callsOf(visit).change.body?.safeParse({ notas: [] }).success).toBe(false);
  });

  it.each<[kind: string, schema: z.ZodType, good: readonly string[], bad: readonly string[]]>([
    // The database's date type has no year 0000.
    ['days', day().schema(), ['1900-01-01', '9999-12-31'], ['0000-01-01', '0001-01-01', '2026-02-30']],
    ['references', reference('audit').schema(), [id(1), `${id(1)}-PA`], ['', 'a\u0000b', '\ud800', "'; --"]],
  ])('take %s that the database can hold', (_, schema, good, bad) => {
    const fits = (value: string) => schema.safeParse(value).success;
    expect([good.every(fits), bad.some(fits)]).toEqual([true, false]);
  });

  it('filter by such days alone', () => {
    const asks = (until: string) => listQuery(dated).safeParse({ until_hasta: until }).success;
    expect(['2026-01-01', '0000-01-01'].map(asks)).toEqual([true, false]);
  });

  it('hold references in events for what identifies a person', () => {
    const { VisitCreated: created, VisitChanged: changed } = eventSchemas(visit);
    const data = { ...told, guest: id(7), mail: null, hour: null, remarks: [] };
    expect(created?.safeParse(data).success).toBe(true);
    expect(created?.safeParse({ ...data, guest: 'Eva' }).success).toBe(false);
    expect(changed?.safeParse({ mail: 'eva@example.com' }).success).toBe(false);
    expect(changed?.safeParse({ mail: id(8) }).success).toBe(true);
  });

  it('are sorted by what is not personal', () => {
    expect(ordersOf(visit)).toEqual(['hour', 'takes', 'costs', 'year', 'createdAt']);
  });

  it('come back from the wire as they were, erased values as null', () => {
    const about = { id: 'r-1', code: null, name: 'Recibo', details: { atrasado: true, dias: 3 } };
    const row = {
      ...{ id: id(2), guest: null, mail: 'eva@example.com', hour: '08:05', takes: 90, costs: 250_000 },
      ...{ year: 2026, hosts: [ana], remarks: [{ remark: 'Tarde', by: ana, until: null, about }] },
      ...{ version: 3, createdBy: ana, createdAt: '2026-03-10T12:00:00.000Z', removedAt: null },
    };
    const wire = rowToWire(visit, row);
    expect(wire).toMatchObject({ invitado: null, notas: [{ nota: 'Tarde', autor: { nombre: 'Ana' } }] });
    expect(feedRow(visit).parse(wire)).toEqual(wire);
    expect(rowFromWire(visit, wire)).toEqual(row);
    expect(stateFromRow(visit, rowFromWire(visit, wire))).toMatchObject({
      ...{ hosts: [ana.id], remarks: [{ remark: 'Tarde', by: ana.id, until: null, about: 'r-1' }] },
    });
  });
});

describe('a change in the history', () => {
  const { hosts, remarks, takes, mail } = visit.fields;
  const one = { remark: 'uno' };
  const two = { remark: 'dos' };
  const named = list({ subject: text(50).optional(), item: reference('item').optional() });
  const risen = { subject: null, item: { id: 'i', code: 'H-1', name: 'Pagos' } };
  const unseen = { subject: null, item: { id: 'j', code: null, name: null } };
  it.each([
    ['an entry that names something', named, [], [risen], [null, 'H-1 · Pagos']],
    ['nothing of what the reader may not open', named, [unseen], [], [null, null]],
    ['nothing where only the order changed', named, [risen, unseen], [unseen, risen], [null, null]],
    [
      'people who left and came',
      hosts,
      [ana, personOf('Eva', 2)],
      [ana, personOf('Iván', 3)],
      ['Eva', 'Iván'],
    ],
    ['entries that came', remarks, [one], [one, two], [null, 'dos']],
    ['entries that left', remarks, [one, two], [two], ['uno', null]],
    ['a number', takes, 90, 120, [90, 120]],
    ['a first value', mail, undefined, 'eva@example.com', [null, 'eva@example.com']],
  ])('tells %s', (_, field, before, after, texts) =>
    expect(changedText(field, before, after)).toEqual(texts),
  );
});
