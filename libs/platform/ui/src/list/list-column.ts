import type { ReactNode } from 'react';

/** What kind of value a column holds; it decides alignment, filter, order and how it is drawn. */
export type ColumnKind =
  'text' | 'number' | 'minutes' | 'money' | 'percent' | 'day' | 'moment' | 'choice' | 'person' | 'flag';

/**
 * One value of a row. Days are `yyyy-MM-dd`, moments ISO 8601 in UTC, durations whole minutes,
 * people their id, choices their key; null where there is none.
 */
export type CellValue = string | number | boolean | null;

export interface ChoiceOption {
  readonly value: string;
  /** Already translated. */
  readonly label: string;
  /** A Mantine colour name; neutral where it is missing. */
  readonly color?: string;
}

export interface ListColumn<Row> {
  readonly id: string;
  /** Already translated. */
  readonly label: string;
  readonly kind: ColumnKind;
  readonly value: (row: Row) => CellValue;
  /** Of columns of kind `choice` (in their order) and `person`. */
  readonly options?: readonly ChoiceOption[];
  /** Draws the value where the column's kind does not say enough. */
  readonly cell?: (row: Row) => ReactNode;
  /** Width at first, in px. */
  readonly width?: number;
  /** Not shown until somebody chooses it. */
  readonly hidden?: boolean;
}
