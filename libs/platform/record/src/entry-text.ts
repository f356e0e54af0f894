import type { FieldKind, Fields, ReferenceView } from './fields.ts';

const NAMING = new Set<FieldKind>(['line', 'text', 'reference']);

/** Display text of a reference; `hidden` for one that the reader may not open. */
export const referenceLabel = ({ code, name }: ReferenceView, hidden: string): string =>
  [code, name].filter(Boolean).join(' · ') || hidden;

/** An entry of a list by its texts and references. */
export const entryText = (entry: Fields, value: Readonly<Record<string, unknown>>, hidden = ''): string => {
  const named = Object.entries(entry).filter(
    ([name, { kind }]) => NAMING.has(kind) && (value[name] ?? null) !== null,
  );
  const texts = named.map(([name, { kind }]) =>
    kind === 'reference' ? referenceLabel(value[name] as ReferenceView, hidden) : (value[name] as string),
  );
  return [...new Set(texts)].filter((text) => text !== '').join(' · ');
};
