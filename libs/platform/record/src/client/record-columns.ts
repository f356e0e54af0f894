import type { CellValue, ChoiceOption, ColumnKind, ListColumn } from '@cotejo/ui/list';
import type { Field, FieldKind, FileView, PersonView, ReferenceView } from '../fields.ts';
import { entryText, referenceLabel } from '../entry-text.ts';
import type { AnyRecord } from '../record.ts';
import { shownFieldsOf, type RecordWords } from './record-words.ts';

/** Start of the ids of rows that are no records. */
export const RULED = 'rule:';

/** A record as a screen holds it, by the names in code; its fields are accessed by name. */
export interface RecordRow {
  readonly id: string;
  readonly version: number;
  readonly createdBy: PersonView;
  readonly createdAt: string;
  readonly removedAt: string | null;
}

/** Colours of options, by field and value: names of Mantine's palette. */
export type OptionColors = Readonly<Record<string, Readonly<Record<string, string>>>>;

const KINDS: Readonly<Record<FieldKind, ColumnKind>> = {
  ...{ line: 'text', text: 'text', email: 'text', day: 'day', time: 'text', flag: 'flag' },
  ...{ number: 'choice', minutes: 'minutes', money: 'money', person: 'person', people: 'text' },
  ...{ reference: 'choice', choice: 'choice', status: 'choice', list: 'number', file: 'text', files: 'text' },
};

/** Pixels, where the width of the column's kind does not suit: code and part of the name, and `hh:mm`. */
const WIDTHS: Partial<Readonly<Record<FieldKind, number>>> = { reference: 210, time: 90 };

export const valueOf = (row: RecordRow, name: string): unknown =>
  (row as unknown as Readonly<Record<string, unknown>>)[name] ?? null;

/** Title of a record: the text of one of its fields. */
export function titleOf({ fields }: AnyRecord, words: RecordWords, field: string, row: RecordRow): string {
  const value = valueOf(row, field) as string | null;
  if (value === null) return words.erased;
  return fields[field]?.options ? words.option(field, value) : value;
}

export interface ColumnOptions {
  readonly words: RecordWords;
  readonly colors: OptionColors;
  /** Columns visible by default, in this order; the others can be added. */
  readonly shown: readonly string[];
  /** Text in place of references that the reader may not open. */
  readonly hidden: string;
}

/** Columns of a record's list: one per field, with the options that occur in its rows. */
export function columnsOf<Row extends RecordRow>(
  record: AnyRecord,
  rows: readonly Row[],
  { words, colors, shown, hidden }: ColumnOptions,
): readonly ListColumn<Row>[] {
  const names = [...shown, ...shownFieldsOf(record).filter((name) => !shown.includes(name))];
  return names.map((name): ListColumn<Row> => {
    const field = record.fields[name] ?? record.derived[name];
    const kind = name === 'createdAt' ? 'moment' : field === undefined ? 'person' : KINDS[field.kind];
    const options = optionsOf(name, field, kind, rows, words, colors, hidden);
    const width = field && WIDTHS[field.kind];
    return {
      id: name,
      label: words.field(name),
      kind,
      value: (row) => {
        const value = valueOf(row, name);
        if (field?.kind === 'people' || field?.kind === 'files')
          return ((value ?? []) as readonly (PersonView | FileView)[]).map((each) => each.name).join(', ');
        if (field?.kind === 'file') return (value as FileView | null)?.name ?? null;
        if (Array.isArray(value)) return value.length;
        if (field?.kind === 'number' && typeof value === 'number') return String(value);
        if (typeof value === 'object' && value !== null) return (value as PersonView).id;
        return value as CellValue;
      },
      ...(options !== null && { options }),
      ...(field?.kind === 'list' && {
        inDocuments: (row) =>
          ((valueOf(row, name) ?? []) as readonly Readonly<Record<string, unknown>>[])
            .map((each, at) => `${at + 1}. ${entryText(field.entry ?? {}, each, hidden)}`)
            .join('; '),
      }),
      ...(width !== undefined && { width }),
      ...(!shown.includes(name) && { hidden: true }),
    };
  });
}

function optionsOf(
  name: string,
  field: Field | undefined,
  kind: ColumnKind,
  rows: readonly RecordRow[],
  words: RecordWords,
  colors: OptionColors,
  hidden: string,
): readonly ChoiceOption[] | null {
  if (field?.options)
    return Object.keys(field.options).map((value) => {
      const color = colors[name]?.[value];
      return { value, label: words.option(name, value), ...(color !== undefined && { color }) };
    });
  if (kind !== 'person' && kind !== 'choice') return null;
  const met = new Map<string, string>();
  for (const row of rows) {
    const view = valueOf(row, name) as PersonView | ReferenceView | number | null;
    // Years and ordinals are few values, and are written without a separator.
    if (typeof view === 'number') met.set(String(view), String(view));
    else if (view !== null) met.set(view.id, 'initials' in view ? view.name : referenceLabel(view, hidden));
  }
  return [...met]
    .map(([value, label]) => ({ value, label, ...(value === RULED && { isThing: true }) }))
    .sort((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));
}
