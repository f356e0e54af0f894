import { itemType, saidValues, type ChangeRow } from '@cotejo/audits-contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './change-log-panel.module.css';
import { useValueWords } from './use-value-words.ts';

/** Values shown per change until the user expands it. */
const SHOWN = 4;

/** Old and new values of a change that set several; a single value is part of the change's sentence. */
export function ChangeValues({ row }: { readonly row: ChangeRow }) {
  const { t } = useTranslation('audits-web');
  const { label, said } = useValueWords();
  const [isWhole, setWhole] = useState(false);
  const type = itemType.safeParse(row.item?.type);
  const values = saidValues(row);
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
