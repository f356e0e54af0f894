import { Calendar } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { StatusDot } from '../../components/status-dot.tsx';
import type { ChoiceLook, ListColumn } from '../columns/list-column.ts';
import { choiceColour } from './choice-colour.ts';
import { useValueText } from './use-value-text.ts';
import { optionOf } from './value-text.ts';
import styles from './views.module.css';

const AVATAR_PX = 18;

/** Columns that a card or tree row shows as fields, without those shown by its place; whose it is always among them. */
export function fieldsOf<Row>(
  columns: readonly ListColumn<Row>[],
  placed: readonly string[],
  most: number,
): readonly ListColumn<Row>[] {
  const shown = columns.filter(({ id, hidden }) => hidden !== true && !placed.includes(id));
  const first = shown.slice(0, most);
  const person = first.some(isPerson) ? undefined : shown.find(isPerson);
  return person ? [...first, person] : first;
}

const isPerson = <Row,>({ kind }: ListColumn<Row>): boolean => kind === 'person';

/** Initials of a user of whom only the name is known. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => word.charAt(0).toLocaleUpperCase())
    .join('');

/** Aligned fields: each column keeps its width in all rows, even where it is empty. */
export function AlignedFields<Row>(props: FieldsProps<Row>) {
  const textOf = useValueText();
  const hasDays = props.columns.filter(isDay).length > 1;
  return (
    <dl className={styles.alignedFields}>
      {props.columns.map((column) => (
        <div
          key={column.id}
          className={styles.field}
          data-kind={column.kind}
          data-named={(hasDays && isDay(column)) || undefined}
          title={column.label}
        >
          <dt className={isNamed(column, hasDays) ? styles.fieldName : 'visually-hidden'}>{column.label}</dt>
          <dd>
            {textOf(column, column.value(props.row)) !== '' && <FieldValue column={column} row={props.row} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FieldProps<Row> {
  readonly column: ListColumn<Row>;
  readonly row: Row;
}

interface FieldsProps<Row> {
  readonly columns: readonly ListColumn<Row>[];
  readonly row: Row;
}

/** Some values of a row in small print, with column names for screen readers. */
export function RowFields<Row>(props: FieldsProps<Row>) {
  const textOf = useValueText();
  const filled = props.columns.filter((column) => textOf(column, column.value(props.row)) !== '');
  if (filled.length === 0) return null;
  const hasDays = filled.filter(isDay).length > 1;
  return (
    <dl className={styles.fields}>
      {filled.map((column) => (
        <div key={column.id} className={styles.field} title={column.label}>
          <dt className={isNamed(column, hasDays) ? styles.fieldName : 'visually-hidden'}>{column.label}</dt>
          <dd>
            <FieldValue column={column} row={props.row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Kinds whose values need the column's name to be understood. */
const isPlain = <Row,>({ kind, cell }: ListColumn<Row>) =>
  cell === undefined && ['number', 'minutes', 'money', 'percent', 'flag'].includes(kind);

/** Of several days each needs its name; a single one is understood by its icon. */
const isNamed = <Row,>(column: ListColumn<Row>, hasDays: boolean) =>
  isPlain(column) || (hasDays && isDay(column));

const isDay = <Row,>({ kind, cell }: ListColumn<Row>) =>
  cell === undefined && (kind === 'day' || kind === 'moment');

function FieldValue<Row>({ column, row }: FieldProps<Row>) {
  const { t } = useTranslation('ui');
  const textOf = useValueText();
  const value = column.value(row);
  const text = textOf(column, value);
  if (column.cell) return column.cell(row);
  if (column.kind === 'choice') return <ChoiceMark label={text} look={optionOf(column, value)} />;
  if (column.kind === 'person')
    return (
      <>
        <PersonAvatar
          person={{ id: String(value), name: text, initials: initialsOf(text) }}
          size={AVATAR_PX}
          decorative
        />
        <span className={styles.fieldText}>{text}</span>
      </>
    );
  if (column.kind === 'day' || column.kind === 'moment') {
    const isLate = column.isLate?.(row) === true;
    return (
      <span className={styles.day} data-late={isLate || undefined}>
        <Calendar size={12} aria-hidden />
        <span className="num">{text}</span>
        {isLate && <span>{t('views.late')}</span>}
      </span>
    );
  }
  return <span className={styles.fieldText}>{text}</span>;
}

/** A choice: coloured dot, or the mark of a status, with its word. */
export function ChoiceMark(props: { readonly label: string; readonly look: ChoiceLook | undefined }) {
  const tone = props.look?.tone;
  if (tone !== undefined) return <StatusDot tone={tone} label={props.label} />;
  return (
    <span className={styles.choice}>
      <i style={{ '--choice-colour': choiceColour(props.look) } as CSSProperties} aria-hidden />
      <span className={styles.fieldText}>{props.label}</span>
    </span>
  );
}
