import { toWire, type AnyRecord, type Fields } from '@cotejo/record';
import { sampleOf } from '@cotejo/record/fixtures';
import { manifests } from '../manifests.ts';

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
  return target === 'item' ? 'step' : target === 'slot' ? 'slot' : 'audit';
};

/** References in a body's fields as placeholders: `<member>`, and account objects by target. */
const namesIn = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, target }]): [string, unknown][] => {
      if (kind === 'person') return [[name, '<member>']];
      if (kind === 'people') return [[name, ['<member>']]];
      return kind === 'reference' ? [[name, `<${kindOfTarget(target)}>`]] : [];
    }),
  );

/** A complete body of a new record with references. */
export const bodyOf = (record: AnyRecord, fields: Fields): Record<string, unknown> => ({
  ...toWire(record, { ...sampleOf(fields), ...namesIn(fields) }),
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
    .replace(/<(member|audit|step)>/g, (_, kind: string) => named[kind] ?? '')
    .replaceAll('Ejemplo', `Ejemplo ${word}`);
  return JSON.parse(text) as Record<string, unknown>;
}
