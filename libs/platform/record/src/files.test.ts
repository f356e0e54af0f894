import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { callsOf, feedRow, ordersOf } from './calls.ts';
import { file, files, filesIn, line, MOST_FILES, type FileReference } from './fields.ts';
import { readFileTarget, writeFileTarget } from './file-target.ts';
import { given } from './fixtures/given.fixture.ts';
import { eventSchemas, record } from './record.ts';
import { rules } from './rules.ts';
import { changedText } from './server/changed-text.ts';
import { rowFromWire, rowToWire, stateFromRow } from './wire.ts';

const minutes = record('minutes', {
  home: 'account',
  fields: { name: line(50), signed: file().optional(), annexes: files(2) },
  acts: {},
  refusals: {},
  rights: 'minutes',
  path: '/actas/',
  wire: { annexes: 'anexos' },
});
const minutesRules = rules(minutes, { states: {}, fold: {}, derive: {} });

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
const fileOf = (last: number, more: Partial<FileReference> = {}): FileReference => ({
  ...{ id: id(last), sha256: 'a'.repeat(64), bytes: 10, mediaType: 'application/pdf' },
  ...more,
});
const [acta, anexo, otro] = [fileOf(1), fileOf(2), fileOf(3)];

given(minutesRules, { name: 'Marzo', annexes: [anexo] }).table(
  ['change', { signed: acta }, {}, ['MinutesChanged']],
  ['change', { signed: null }, {}, []],
  ['change', { annexes: [anexo] }, {}, []],
  ['change', { annexes: [Object.fromEntries(Object.entries(anexo).toReversed()) as never] }, {}, []],
  ['change', { annexes: [] }, {}, ['MinutesChanged']],
  ['change', { annexes: [anexo, otro] }, {}, ['MinutesChanged']],
  ['change', { annexes: [anexo, anexo] }, {}, 'malformed'],
  ['change', { annexes: [acta, anexo, otro] }, {}, 'malformed'],
  ['change', { signed: fileOf(1, { bytes: 0 }) }, {}, 'malformed'],
  ['change', { signed: fileOf(1, { sha256: 'x' }) }, {}, 'malformed'],
);

describe('fields of files', () => {
  it('are empty by default', () => {
    expect(given(minutesRules, { name: 'Abril' }).state()).toMatchObject({ signed: null, annexes: [] });
  });

  it('are as many as the limit allows', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...acta, id: id(0).slice(0, -3) + String(at + 100) }));
    const fits = (count: number) => files().schema().safeParse(many(count)).success;
    expect([fits(MOST_FILES), fits(MOST_FILES + 1)]).toEqual([true, false]);
  });

  it('are written by the id of an upload alone: size, hash and type come from the server', () => {
    const fits = (body: object) => (callsOf(minutes).change.body as z.ZodType).safeParse(body).success;
    expect([fits({ signed: id(1) }), fits({ anexos: [id(1), id(2)] }), fits({ signed: null })]).toEqual(
      Array(3).fill(true),
    );
    expect([
      fits({ signed: acta }),
      fits({ anexos: [acta] }),
      fits({ anexos: [id(1), id(2), id(3)] }),
    ]).toEqual(Array(3).fill(false));
  });

  it('hold references in events, without names', () => {
    const { MinutesCreated: created } = eventSchemas(minutes);
    const data = { name: 'Marzo', signed: acta, annexes: [anexo] };
    expect(created?.safeParse(data).success).toBe(true);
    expect(created?.safeParse({ ...data, signed: { ...acta, name: 'Acta.pdf' } }).success).toBe(false);
    expect(filesIn(minutes.fields, data).map((each) => each.id)).toEqual([id(1), id(2)]);
  });

  it('are read from the wire unchanged, without names where these are erased', () => {
    const ana = { id: id(9), name: 'Ana', initials: 'A', position: null, email: null };
    const row = {
      ...{
        id: id(8),
        name: 'Marzo',
        signed: { ...acta, name: null },
        annexes: [{ ...anexo, name: 'Uno.pdf' }],
      },
      ...{ version: 0, createdBy: ana, createdAt: '2026-03-10T12:00:00.000Z', removedAt: null },
    };
    const wire = rowToWire(minutes, row);
    expect(wire).toMatchObject({ anexos: [{ id: id(2), nombre_archivo: 'Uno.pdf', peso_archivo: 10 }] });
    expect(feedRow(minutes).parse(wire)).toEqual(wire);
    expect(rowFromWire(minutes, wire)).toEqual(row);
    expect(stateFromRow(minutes, rowFromWire(minutes, wire))).toMatchObject({
      signed: acta,
      annexes: [anexo],
    });
    // A row written before the field existed.
    expect(rowToWire(minutes, { ...row, annexes: null })['anexos']).toEqual([]);
  });

  it('are downloaded with the right to read the record, and nothing is sorted by them', () => {
    const { method, path, policy } = callsOf(minutes).download;
    expect([method, path, policy]).toEqual([
      'GET',
      '/actas/:id/archivos/:file/',
      { kind: 'requires', permission: 'minutes.list' },
    ]);
    expect(ordersOf(minutes)).toEqual(['name', 'createdAt']);
  });

  it('are named in the history when added or removed', () => {
    const named = (each: FileReference, name: string) => ({ ...each, name });
    const { signed, annexes } = minutes.fields;
    expect(changedText(signed, null, named(acta, 'Acta.pdf'))).toEqual([null, 'Acta.pdf']);
    const before = [named(anexo, 'Uno.pdf'), named(otro, 'Dos.pdf')];
    expect(changedText(annexes, before, [named(otro, 'Dos.pdf'), named(acta, 'Tres.pdf')])).toEqual([
      'Uno.pdf',
      'Tres.pdf',
    ]);
  });
});

it('the target of an upload names a kind of record and its field, and nothing else', () => {
  const target = { record: 'minutes', field: 'signed' };
  expect(readFileTarget(writeFileTarget(target))).toEqual(target);
  expect(['', '{}', JSON.stringify({ ...target, id: id(1) })].map(readFileTarget)).toEqual([
    null,
    null,
    null,
  ]);
});
