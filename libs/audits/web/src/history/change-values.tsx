import { changedValues, itemType, type ChangeRow } from '@cotejo/audits-contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './change-log-panel.module.css';
import { useValueWords } from './use-value-words.ts';

/** Values told of one change before the rest is asked for. */
const SHOWN = 4;

/** What each value was and what it became, where a change set several; one alone stands in its sentence. */
export function ChangeValues({ row }: { readonly row: ChangeRow }) {
  const { t } = useTranslation('audits-web');
  const { label, said } = useValueWords();
  const [isWhole, setWhole] = useState(false);
  const type = itemType.safeParse(row.item?.type);
  const values = changedValues(row);
  if (!type.success || values.length < 2) return null;
  const shown = isWhole ? values : values.slice(0, SHOWN);
  return (
    <>
      <dl className={styles.values}>
        {shown.map(({ key, from, to }) => (
          <div key={key}>
            <dt>{label(type.data, key)}</dt>
            <dd>
              <s>{said(type.data, key, from)}</s> → <b>{said(type.data, key, to)}</b>
            </dd>
          </div>
        ))}
      </dl>
      {values.length > shown.length && (
        <button type="button" className={styles.item} onClick={() => setWhole(true)}>
          {t('past.more', { count: values.length - shown.length })}
        </button>
      )}
    </>
  );
}
