import { useFormat } from '@cotejo/ui';
import { useTranslation } from 'react-i18next';
import type { Field, Fields, PersonView, ReferenceView } from '../fields.ts';
import { referenceLabel } from '../entry-text.ts';
import type { RecordWords } from './record-words.ts';
import styles from './record-panel.module.css';

export type Entry = Readonly<Record<string, unknown>>;

export interface EntryListProps {
  readonly title: string;
  readonly entry: Fields;
  readonly entries: readonly Entry[];
  readonly words: RecordWords;
}

/** Entries of a list field: their texts, and below each its other values. */
export function EntryList({ title, entry, entries, words }: EntryListProps) {
  const textOf = useEntryText(words);
  if (entries.length === 0) return null;
  const filled = (each: Entry, isText: boolean) =>
    Object.entries(entry).filter(
      ([name, field]) => (each[name] ?? null) !== null && TEXTS.has(field.kind) === isText,
    );
  return (
    <section className={styles.text}>
      <h3>{title}</h3>
      <ul className={styles.entries}>
        {entries.map((each) => (
          <li key={JSON.stringify(each)}>
            {filled(each, true).map(([name]) => (
              <p key={name}>{String(each[name])}</p>
            ))}
            <span className={styles.change}>
              {filled(each, false)
                .map(([name, field]) => `${words.field(name)}: ${textOf(name, field, each[name])}`)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const TEXTS: ReadonlySet<Field['kind']> = new Set(['line', 'text']);
const MINUTES_OF_HOUR = 60;

function useEntryText(words: RecordWords) {
  const format = useFormat();
  const { t } = useTranslation('record-client');
  return (name: string, { kind, options }: Field, value: unknown): string => {
    if (kind === 'person') return (value as PersonView).name;
    if (kind === 'reference') return referenceLabel(value as ReferenceView, t('hidden_reference'));
    if (kind === 'day') return format.date(String(value));
    if (kind === 'minutes') return format.hours(Number(value) / MINUTES_OF_HOUR);
    if (kind === 'money') return format.money(Number(value));
    return options === null ? String(value) : words.option(name, String(value));
  };
}
