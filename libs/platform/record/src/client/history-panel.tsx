import { perform } from '@cotejo/http/client';
import { ErrorState, PersonAvatar, TableSkeleton, useErrorText, useFormat, useWorkspace } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callsOf, type HistoryRow, type HistoryValue } from '../calls.ts';
import { isFile } from '../fields.ts';
import type { AnyRecord } from '../record.ts';
import type { RecordWords } from './record-words.ts';
import styles from './record-panel.module.css';

export interface HistoryPanelProps {
  readonly record: AnyRecord;
  readonly words: RecordWords;
  readonly id: string;
  /** Version of the record; a new one reloads the history. */
  readonly version: number;
}

/** History of a record, newest first: user, time, and changes by field. */
export function HistoryPanel({ record, words, id, version }: HistoryPanelProps) {
  const { api } = useWorkspace();
  const failure = useErrorText();
  const history = useQuery({
    queryKey: ['record', record.name, 'history', id, version],
    queryFn: ({ signal }) => perform(api, callsOf(record).history, { params: { id } }, { signal }),
    placeholderData: (before) => before,
  });
  if (history.isError) {
    return <ErrorState text={failure(history.error)} onRetry={() => void history.refetch()} />;
  }
  if (history.data === undefined) return <TableSkeleton rows={3} />;
  return (
    <ol className={styles.history}>
      {history.data.toReversed().map((row) => (
        <HistoryLine key={row.version} row={row} record={record} words={words} />
      ))}
    </ol>
  );
}

interface HistoryLineProps extends Pick<HistoryPanelProps, 'record' | 'words'> {
  readonly row: HistoryRow;
}

function HistoryLine({ row, record, words }: HistoryLineProps) {
  const { t } = useTranslation('record-client');
  const format = useFormat();
  const { id, nombre, sigla } = row.actor;
  const wordsOf = useValueWords(record, words);
  // The first event sets every field: only fields with a value are shown.
  const changes = row.cambios.filter(
    // A list in another order has lost and gained nothing.
    ({ campo, de, a }) =>
      a !== null || (row.accion !== 'create' && (de !== null || !isPlural(record, campo))),
  );
  return (
    <li className={styles.event}>
      <PersonAvatar person={{ id, name: nombre, initials: sigla }} size={22} decorative />
      <div className={styles.eventWords}>
        <span>
          <strong>{nombre || t('forgotten')}</strong> {words.past(row.accion)}
        </span>
        <time dateTime={row.at} className={styles.when}>
          {format.moment(row.at)}
        </time>
        {row.accion !== 'create' &&
          changes.map(({ campo, de, a }) => (
            <span key={campo} className={styles.change}>
              {words.field(campo)}:{' '}
              {isFileField(record, campo) ? (
                [
                  a !== null && t('files.attached', { names: a }),
                  de !== null && t('files.detached', { names: de }),
                ]
                  .filter(Boolean)
                  .join(' · ')
              ) : (
                <>
                  {de !== null && <s>{wordsOf(campo, de)}</s>}{' '}
                  {(a !== null || !isPlural(record, campo)) && wordsOf(campo, a)}
                </>
              )}
            </span>
          ))}
      </div>
    </li>
  );
}

const MINUTES_OF_HOUR = 60;

const isFileField = ({ fields }: AnyRecord, name: string): boolean => {
  const field = fields[name];
  return field !== undefined && isFile(field);
};

/** Fields whose changes name only what left and what came: nothing came is no lack of a value. */
const isPlural = ({ fields }: AnyRecord, name: string): boolean =>
  fields[name]?.kind === 'people' || fields[name]?.kind === 'list';

/** Display text of a history value; choices are names in code, days are `yyyy-MM-dd`. */
function useValueWords(record: AnyRecord, words: RecordWords) {
  const { t } = useTranslation('record-client');
  const format = useFormat();
  return (name: string, value: HistoryValue): string => {
    const field = record.fields[name];
    if (value === null) return t('emptied');
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number') {
      if (field?.kind === 'minutes') return format.hours(value / MINUTES_OF_HOUR);
      return field?.kind === 'money' ? format.money(value) : String(value);
    }
    if (field?.options) return words.option(name, value);
    return field?.kind === 'day' ? format.date(value) : value;
  };
}
