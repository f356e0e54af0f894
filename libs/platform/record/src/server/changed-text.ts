import { entryText } from '../entry-text.ts';
import type { Field, FileView, PersonView, ReferenceView } from '../fields.ts';

/** Display text of a value in the history; choices by their name in code, days as `yyyy-MM-dd`. */
export type HistoryText = string | number | boolean | null;
type Values = Readonly<Record<string, unknown>>;

/** Kinds with several values: only added and removed ones are named. */
const PLURAL = new Set<Field['kind']>(['people', 'files', 'list']);

/** Old and new value of a field as texts; of people, files and lists only the removed and the added ones. */
export function changedText(
  field: Field,
  before: unknown = null,
  after: unknown = null,
): readonly [before: HistoryText, after: HistoryText] {
  if (!PLURAL.has(field.kind)) return [textOf(field, before), textOf(field, after)];
  const [were, are] = [before, after].map((value) => (value ?? []) as readonly Values[]) as [
    readonly Values[],
    readonly Values[],
  ];
  const without = (all: readonly Values[], others: readonly Values[]): HistoryText => {
    const known = new Set(others.map((each) => JSON.stringify(each)));
    const left = all.filter((each) => !known.has(JSON.stringify(each)));
    return left.map((each) => nameOf(field, each)).join(', ') || null;
  };
  return [without(were, are), without(are, were)];
}

function textOf({ kind }: Field, value: unknown): HistoryText {
  if (value === null) return null;
  if (kind === 'person' || kind === 'file') return (value as PersonView | FileView).name;
  return kind === 'reference' ? (value as ReferenceView).name : (value as HistoryText);
}

/** A user or file by name, an entry of a list by its texts. */
const nameOf = ({ entry }: Field, value: Values): string =>
  entry === null ? (value as unknown as PersonView).name : entryText(entry, value);
