import { expect, it } from 'vitest';
import { file, files, line, type FileView } from '../fields.ts';
import { record } from '../record.ts';
import { fileToWire } from '../wire.ts';
import { entriesOf, settledEntries, withFileIds, type PendingFile } from './file-entries.ts';

const minutes = record('minutes', {
  home: 'account',
  fields: { name: line(50), signed: file().optional(), annexes: files() },
  acts: {},
  refusals: {},
  rights: 'minutes',
  path: '/actas/',
  wire: { annexes: 'anexos' },
});
const acta: FileView = {
  ...{ id: '00000000-0000-4000-8000-000000000001', name: 'Acta.pdf' },
  ...{ bytes: 10, mediaType: 'application/pdf', sha256: 'a'.repeat(64) },
};
const pending: PendingFile = { id: '', upload: 'u1' };
const uploading = { id: 'u1', status: 'uploading', answer: null } as const;
const done = { id: 'u1', status: 'done', answer: fileToWire(acta) } as const;

it.each([
  ['that are under way stay', [pending], [uploading], [pending]],
  [
    'that failed stay, to be tried again or removed',
    [pending],
    [{ ...uploading, status: 'failed' }],
    [pending],
  ],
  ['that are done become files', [pending], [done], [acta]],
  ['of an earlier visit are dropped', [acta, pending], [], [acta]],
] as const)('uploads %s', (_, entries, uploads, settled) => {
  expect(settledEntries(entries, uploads)).toEqual(settled);
});

it('entries that do not change stay the same array', () => {
  const entries = [acta, pending];
  expect(settledEntries(entries, [uploading])).toBe(entries);
  expect(entriesOf(null)).toBe(entriesOf(undefined));
});

it('a form is sent with ids, and not while an upload is unfinished', () => {
  const sent = (values: object) => withFileIds(minutes, minutes.fields, { ...values });
  expect(sent({ name: 'Marzo', signed: acta, anexos: [acta] })).toEqual({
    ...{ name: 'Marzo', signed: acta.id, anexos: [acta.id] },
  });
  expect(sent({ signed: null, anexos: [] })).toEqual({ signed: null, anexos: [] });
  expect(sent({ name: 'Marzo' })).toEqual({ name: 'Marzo' });
  expect(sent({ anexos: [acta, pending] })).not.toEqual({ anexos: [acta.id] });
});
