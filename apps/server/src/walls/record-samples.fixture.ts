import { toWire, type AnyRecord, type Fields } from '@cotejo/record';
import { sampleOf } from '@cotejo/record/fixtures';
import { manifests } from '../manifests.ts';

/** All records of the manifests. */
export const records: readonly AnyRecord[] = manifests.flatMap((context) =>
  context.records.map(({ rules }) => rules.record),
);

/** Placeholder kind of a record. */
export const kindOf = ({ name }: AnyRecord): `record_${string}` => `record_${name}`;

/** Placeholder of the entity that a reference of this target names. */
export const placeOf = (target: string | null): 'audit' | 'step' | 'slot' =>
  target === 'item' ? 'step' : target === 'slot' ? 'slot' : 'audit';

/** References in a body's fields as placeholders: `<member>`, and account objects by target. */
const namesIn = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, target }]): [string, unknown][] => {
      if (kind === 'person') return [[name, '<member>']];
      if (kind === 'people') return [[name, ['<member>']]];
      return kind === 'reference' ? [[name, `<${placeOf(target)}>`]] : [];
    }),
  );

/** A complete body of a new record with references. */
export const bodyOf = (record: AnyRecord, fields: Fields): Record<string, unknown> => ({
  ...toWire(record, { ...sampleOf(fields), ...namesIn(fields) }),
});

export const writtenIn = ({ fields }: AnyRecord): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { isWritten }]) => isWritten));

/** A complete body with objects of one account and its marker in every text. */
export function ownBody(
  record: AnyRecord,
  named: {
    readonly member: string;
    readonly audit: string;
    readonly step: string;
    readonly slot: string | null;
  },
  word: string,
): Record<string, unknown> {
  const text = JSON.stringify(bodyOf(record, writtenIn(record)))
    .replaceAll('"<slot>"', JSON.stringify(named.slot))
    .replace(/<(member|audit|step)>/g, (_, kind: 'member' | 'audit' | 'step') => named[kind])
    .replaceAll('Ejemplo', `Ejemplo ${word}`);
  return JSON.parse(text) as Record<string, unknown>;
}
