import { FOLLOW_UP } from '@cotejo/audits-contracts';
import { isFile, toWire, writeFileTarget, type AnyRecord, type Fields } from '@cotejo/record';
import { sampleOf } from '@cotejo/record/fixtures';
import { z } from 'zod';
import { manifests } from '../manifests.ts';
import { uploadPdf } from '../whole-server/upload-file.fixture.ts';

/** All records of the manifests. */
export const records: readonly AnyRecord[] = manifests.flatMap((context) =>
  context.records.map(({ rules }) => rules.record),
);

/** Placeholder kind of a record. */
export const kindOf = ({ name }: AnyRecord): `record_${string}` => `record_${name}`;

/** Placeholder kind of a reference's target. */
export const kindOfTarget = (target: string | null) => {
  const record = records.find(({ name }) => name === target);
  if (record !== undefined) return kindOf(record);
  return target === 'item' || target === FOLLOW_UP ? 'step' : target === 'slot' ? 'slot' : 'audit';
};

/** Placeholder kinds of an upload for a record that no record has, and of one that it has. */
export const uploadOf = ({ name }: AnyRecord): `record_${string}` => `record_upload_${name}`;
export const fileOf = ({ name }: AnyRecord): `record_${string}` => `record_file_${name}`;

/** Uploads a file for the first file field of a record; returns its id. */
export async function uploadFor(
  address: string,
  token: string,
  record: AnyRecord,
  word: string,
): Promise<string> {
  const [field = ''] = Object.entries(record.fields).find(([, each]) => isFile(each)) ?? [];
  const target = writeFileTarget({ record: record.name, field });
  const answer = await uploadPdf(address, token, { word, target });
  return z.object({ data: z.object({ id: z.uuid() }) }).parse(answer).data.id;
}

/** References in a body's fields as placeholders: `<member>`, files, and account objects by target. */
const namesIn = (record: AnyRecord, fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, target }]): [string, unknown][] => {
      if (kind === 'person') return [[name, '<member>']];
      if (kind === 'people') return [[name, ['<member>']]];
      if (kind === 'file') return [[name, `<${uploadOf(record)}>`]];
      if (kind === 'files') return [[name, [`<${uploadOf(record)}>`]]];
      return kind === 'reference' ? [[name, `<${kindOfTarget(target)}>`]] : [];
    }),
  );

/** A complete body of a new record with references. */
export const bodyOf = (record: AnyRecord, fields: Fields): Record<string, unknown> => ({
  ...toWire(record, { ...sampleOf(fields), ...namesIn(record, fields) }),
});

export const writtenIn = ({ fields }: AnyRecord): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { isWritten }]) => isWritten));

/** A complete body with objects of one account, by kind, and its marker in every text; others are left empty. */
export function ownBody(
  record: AnyRecord,
  named: Readonly<Record<string, string | null>>,
  word: string,
): Record<string, unknown> {
  const text = JSON.stringify(bodyOf(record, writtenIn(record)))
    .replace(/"<(slot|record_[\w-]+)>"/g, (_, kind: string) => JSON.stringify(named[kind] ?? null))
    .replaceAll('[null]', '[]')
    .replace(/<(member|audit|step)>/g, (_, kind: string) => named[kind] ?? '')
    .replaceAll('Ejemplo', `Ejemplo ${word}`);
  return JSON.parse(text) as Record<string, unknown>;
}
