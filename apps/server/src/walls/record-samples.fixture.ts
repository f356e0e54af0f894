import { toWire, type AnyRecord, type Fields } from '@cotejo/record';
import { sampleOf } from '@cotejo/record/fixtures';
import { manifests } from '../manifests.ts';

/** All records of the manifests. */
export const records: readonly AnyRecord[] = manifests.flatMap((context) =>
  context.records.map(({ rules }) => rules.record),
);

/** How questions name a record of an account. */
export const kindOf = ({ name }: AnyRecord): `record_${string}` => `record_${name}`;

/** What the fields of a body name, as questions do: `<member>`, and things of the account by target. */
const namesIn = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, target }]) => {
      if (kind === 'person') return [[name, '<member>']];
      return kind === 'reference' ? [[name, target === 'item' ? '<step>' : '<audit>']] : [];
    }),
  );

/** A whole body of something new, naming whom and what is there. */
export const bodyOf = (record: AnyRecord, fields: Fields): Record<string, unknown> => ({
  ...toWire(record, { ...sampleOf(fields), ...namesIn(fields) }),
});

export const writtenIn = ({ fields }: AnyRecord): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { isWritten }]) => isWritten));

/** A whole body with things of one account in it, and its word in every text. */
export function ownBody(
  record: AnyRecord,
  named: { readonly member: string; readonly audit: string; readonly step: string },
  word: string,
): Record<string, unknown> {
  const text = JSON.stringify(bodyOf(record, writtenIn(record)))
    .replace(/<(member|audit|step)>/g, (_, kind: keyof typeof named) => named[kind])
    .replaceAll('Ejemplo', `Ejemplo ${word}`);
  return JSON.parse(text) as Record<string, unknown>;
}
