import { toWire, type AnyRecord, type Fields } from '@cotejo/record';
import { sampleOf } from '@cotejo/record/fixtures';
import { manifests } from '../manifests.ts';

/** All records of the manifests. */
export const records: readonly AnyRecord[] = manifests.flatMap((context) =>
  context.records.map(({ rules }) => rules.record),
);

/** Placeholder kind of a record. */
export const kindOf = ({ name }: AnyRecord): `record_${string}` => `record_${name}`;

/** Kind of the object that references of a target name. */
export const kindOfTarget = (target: string | null): 'step' | 'audit' | 'slot' | `record_${string}` => {
  if (target === 'item') return 'step';
  return target === 'audit' || target === 'slot' ? target : `record_${target}`;
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

/** A complete body with objects of one account and its marker in every text; it refers to no other record. */
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
    .replace(/"<record_\w+>"/g, 'null')
    .replaceAll('"<slot>"', JSON.stringify(named.slot))
    .replace(/<(member|audit|step)>/g, (_, kind: 'member' | 'audit' | 'step') => named[kind])
    .replaceAll('Ejemplo', `Ejemplo ${word}`);
  return JSON.parse(text) as Record<string, unknown>;
}
