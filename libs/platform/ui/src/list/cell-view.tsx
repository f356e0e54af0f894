import { Check, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../components/person-avatar.tsx';
import type { ListColumn } from './list-column.ts';
import styles from './cell-view.module.css';
import { useCellText } from './use-cell-text.ts';
import { ChoiceMark, initialsOf } from './views/row-fields.tsx';

export interface CellViewProps<Row> {
  readonly column: ListColumn<Row>;
  readonly row: Row;
}

/** Renders one value of a row by its column's kind. */
export function CellView<Row>({ column, row }: CellViewProps<Row>) {
  const { t } = useTranslation('ui');
  const textOf = useCellText();
  if (column.cell !== undefined) return column.cell(row);
  const value = column.value(row);
  const text = textOf(column, row);
  if (text === '') return <span className={styles.none} aria-hidden="true" />;
  if (column.values !== undefined) return <span className={styles.words}>{text}</span>;
  switch (column.kind) {
    case 'choice': {
      const color = column.options?.find((option) => option.value === String(value))?.color;
      if (color === undefined) return <span className={styles.words}>{text}</span>;
      return <ChoiceMark label={text} color={color} />;
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
      return value === true ? <Check size={15} role="img" aria-label={t('list.yes')} /> : null;
    case 'day':
      return column.isLate?.(row) === true ? (
        <LateDay text={text} />
      ) : (
        <span className={styles.figure}>{text}</span>
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

/** Overdue day, in red with an icon; the icon's label stands for the word, for which a table has no room. */
function LateDay({ text }: { readonly text: string }) {
  const { t } = useTranslation('ui');
  return (
    <span className={styles.figure} data-late title={t('views.late')}>
      {text} <TriangleAlert size={13} role="img" aria-label={t('views.late')} />
    </span>
  );
}

/** Numeric kinds, aligned to the end of the cell. */
export const isFigure = ({ kind }: Pick<ListColumn<never>, 'kind'>): boolean =>
  kind === 'number' || kind === 'minutes' || kind === 'money' || kind === 'percent';
