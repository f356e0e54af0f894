import type { Field, PersonView, ReferenceView } from '../fields.ts';

/** Display text of a value in the history; choices by their name in code, days as `yyyy-MM-dd`. */
export type HistoryText = string | number | boolean | null;
type Values = Readonly<Record<string, unknown>>;

/** Old and new value of a field as texts, of people and lists only what left and what came. */
export function changedText(
  field: Field,
  before: unknown = null,
  after: unknown = null,
): readonly [before: HistoryText, after: HistoryText] {
  if (field.kind !== 'people' && field.kind !== 'list') return [textOf(field, before), textOf(field, after)];
  const [were, are] = [before, after].map((value) => (value ?? []) as readonly Values[]) as [
    readonly Values[],
    readonly Values[],
  ];
  const without = (all: readonly Values[], others: readonly Values[]): HistoryText => {
    const known = new Set(others.map((each) => JSON.stringify(each)));
    const left = all.filter((each) => !known.has(JSON.stringify(each)));
    return left.map((each) => entryText(field, each)).join(', ') || null;
  };
  return [without(were, are), without(are, were)];
}

function textOf({ kind }: Field, value: unknown): HistoryText {
  if (value === null) return null;
  if (kind === 'person') return (value as PersonView).name;
  return kind === 'reference' ? (value as ReferenceView).name : (value as HistoryText);
}

/** A user by name, an entry of a list by its first text. */
function entryText({ entry }: Field, value: Values): string {
  if (entry === null) return (value as unknown as PersonView).name;
  const named = Object.entries(entry).find(([, { kind }]) => kind === 'line' || kind === 'text');
  return (value[named?.[0] ?? ''] as string | undefined) ?? '';
}
