import type { StatusTone } from '../../components/status-dot.tsx';
import type { ReactNode } from 'react';

/** Kind of a column's values; decides alignment, filter, order and rendering. */
export type ColumnKind =
  'text' | 'number' | 'minutes' | 'money' | 'percent' | 'day' | 'moment' | 'choice' | 'person' | 'flag';

/**
 * A value of a row. Days are `yyyy-MM-dd`, moments ISO 8601 in UTC, durations whole minutes, users their id,
 * choices their key; null for none.
 */
export type CellValue = string | number | boolean | null;

export interface ChoiceOption {
  readonly value: string;
  /** Already translated. */
  readonly label: string;
  /** Mantine colour name; neutral by default. */
  readonly color?: string;
  /** Of a status: it is drawn in its shape and colour. */
  readonly tone?: StatusTone;
  /** Among people: it is none, as the law that a row follows from, and has no avatar. */
  readonly isThing?: boolean;
}

/** How an option is drawn. */
export type ChoiceLook = Pick<ChoiceOption, 'color' | 'tone'>;

export const lookOf = (option: ChoiceOption | undefined): ChoiceLook => ({
  ...(option?.color !== undefined && { color: option.color }),
  ...(option?.tone !== undefined && { tone: option.tone }),
});

export interface ListColumn<Row> {
  readonly id: string;
  /** Already translated. */
  readonly label: string;
  readonly kind: ColumnKind;
  readonly value: (row: Row) => CellValue;
  /** All values of a row that can have several, such as a team; a filter passes if one of them does. */
  readonly values?: (row: Row) => readonly string[];
  /** For the kinds `choice` (in their order) and `person`. */
  readonly options?: readonly ChoiceOption[];
  /** Whether a day has passed while the work of the row is not over. Set by the list; see `withLateness`. */
  readonly isLate?: (row: Row) => boolean;
  /** Custom rendering of the value. */
  readonly cell?: (row: Row) => ReactNode;
  /** Text in documents in place of the value, as the entries of which a list shows the number. */
  readonly inDocuments?: (row: Row) => string;
  /** Initial width in pixels. */
  readonly width?: number;
  /** Hidden by default. */
  readonly hidden?: boolean;
}

/** Options that the rows themselves bring along, each once, in the order in which they are first met. */
export function optionsAmong<Row>(
  rows: readonly Row[],
  of: (row: Row) => ChoiceOption | null,
): readonly ChoiceOption[] {
  const met = new Map<string, ChoiceOption>();
  for (const row of rows) {
    const option = of(row);
    if (option !== null) met.set(option.value, option);
  }
  return [...met.values()];
}
