import { Check, TriangleAlert } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import type { ListColumn } from './list-column.ts';
import styles from './cell-view.module.css';
import { useCellText, type CellText } from './use-cell-text.ts';
import { ChoiceMark, initialsOf } from '../views/row-fields.tsx';

/** Texts that cells need. A list reads them once: hooks in each of its hundreds of cells would slow its opening. */
export interface CellWords {
  readonly textOf: CellText;
  readonly yes: string;
  readonly late: string;
}

export function useCellWords(): CellWords {
  const { t } = useTranslation('ui');
  const textOf = useCellText();
  return useMemo(() => ({ textOf, yes: t('list.yes'), late: t('views.late') }), [textOf, t]);
}

export interface CellViewProps<Row> {
  readonly column: ListColumn<Row>;
  readonly row: Row;
}

/** Renders one value of a row by its column's kind. */
export function CellView<Row>({ column, row }: CellViewProps<Row>) {
  return cellOf(column, row, useCellWords());
}

/** See `CellView`. */
export function cellOf<Row>(column: ListColumn<Row>, row: Row, { textOf, yes, late }: CellWords): ReactNode {
  if (column.cell !== undefined) return column.cell(row);
  const value = column.value(row);
  const text = textOf(column, row);
  if (text === '') return <span className={styles.none} aria-hidden="true" />;
  if (column.values !== undefined) return <span className={styles.words}>{text}</span>;
  switch (column.kind) {
    case 'choice': {
      const option = column.options?.find((one) => one.value === String(value));
      if (option?.color === undefined && option?.tone === undefined)
        return <span className={styles.words}>{text}</span>;
      return <ChoiceMark label={text} look={option} />;
    }
    case 'person':
      if (column.options?.find((option) => option.value === String(value))?.isThing === true)
        return <span className={styles.words}>{text}</span>;
      return (
        <span className={styles.person}>
          <PersonAvatar
            person={{ id: String(value), name: text, initials: initialsOf(text) }}
            size={20}
            decorative
          />
          <span className={styles.words}>{text}</span>
        </span>
      );
    case 'flag':
      return value === true ? <Check size={15} role="img" aria-label={yes} /> : null;
    case 'day':
      if (column.isLate?.(row) !== true) return <span className={styles.figure}>{text}</span>;
      // In red with an icon; its label stands for the word, for which a table has no room.
      return (
        <span className={styles.figure} data-late title={late}>
          {text} <TriangleAlert size={13} role="img" aria-label={late} />
        </span>
      );
    case 'text':
      return <span className={styles.words}>{text}</span>;
    case 'moment':
    case 'number':
    case 'minutes':
    case 'money':
    case 'percent':
      return <span className={styles.figure}>{text}</span>;
  }
}

/** Numeric kinds, aligned to the end of the cell. */
export const isFigure = ({ kind }: Pick<ListColumn<never>, 'kind'>): boolean =>
  kind === 'number' || kind === 'minutes' || kind === 'money' || kind === 'percent';
