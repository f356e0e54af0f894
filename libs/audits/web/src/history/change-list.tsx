import type { ChangeRow } from '@cotejo/audits-contracts';
import { PersonAvatar, useFormat } from '@cotejo/ui';
import { useEffect, useRef, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { writePoint } from '../past/plan-point.ts';
import styles from './change-log-panel.module.css';
import { ChangeValues } from './change-values.tsx';
import { useActorName } from './use-actor-name.ts';
import { useChangeWords } from './use-change-words.ts';

interface ChangeListProps {
  readonly rows: readonly ChangeRow[];
  readonly label: string;
  /** Changes after this version are highlighted. */
  readonly freshFrom?: number;
  /** Version shown by the page, when it is not the head. */
  readonly current?: number | undefined;
  /** Panel that stays open beside the past version a link leads to, by its name in the address. */
  readonly panel?: string;
  /** Scrolls to the item of a change; absent where the list concerns one item. */
  readonly onReveal?: ((item: string) => void) | undefined;
  /** More about a change than its sentence; absent where the list is only read over. */
  readonly Detail?: ComponentType<{ readonly row: ChangeRow }> | undefined;
  /** Button that reverts a change; absent where the plan is read-only. */
  readonly Restore?: ComponentType<{ readonly row: ChangeRow; readonly words: string }> | undefined;
}

/** Changes with author and time, each with a link to the plan at that version. */
export function ChangeList({ rows, label, freshFrom, current, ...each }: ChangeListProps) {
  return (
    <ol className={styles.log} aria-label={label}>
      {rows.map((row) => (
        <Change
          key={row.version}
          row={row}
          isFresh={freshFrom !== undefined && row.version > freshFrom}
          isCurrent={row.version === current}
          {...each}
        />
      ))}
    </ol>
  );
}

interface ChangeProps extends Pick<ChangeListProps, 'panel' | 'onReveal' | 'Detail' | 'Restore'> {
  readonly row: ChangeRow;
  readonly isFresh: boolean;
  readonly isCurrent: boolean;
}

function Change({ row, isFresh, isCurrent, panel, onReveal, Detail, Restore }: ChangeProps) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const words = useChangeWords();
  const actorName = useActorName();
  const [params] = useSearchParams();
  const { item } = row;
  const sentence = words(row);
  const past = writePoint(params, { version: row.version, against: 'previous' });
  // The address that opened the panel may not be rendered yet when the link is clicked.
  if (panel !== undefined) past.set('panel', panel);
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCurrent) entry.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li
      ref={entry}
      className={styles.change}
      data-fresh={isFresh || undefined}
      {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
    >
      <PersonAvatar
        person={{ id: row.actor.id, name: row.actor.name, initials: row.actor.sigla }}
        size={24}
      />
      <div className={styles.words}>
        <p>
          <b>{actorName(row.actor)}</b> {sentence}
        </p>
        <ChangeValues row={row} />
        {Detail && <Detail row={row} />}
        {item && onReveal && (
          <button type="button" className={styles.item} onClick={() => onReveal(item.id)}>
            {item.code !== null && <span className="code">{item.code}</span>}
            <span>{item.name}</span>
          </button>
        )}
        <p className={styles.when}>
          <time dateTime={row.at}>{format.dateTime(row.at)}</time>
          <span className="num">{t('history.version', { version: row.version + 1 })}</span>
          {!isCurrent && (
            <Link
              to={{ search: past.toString() }}
              className={styles.past}
              aria-label={t('history.as_it_was_at', { version: row.version + 1 })}
            >
              {t('history.as_it_was')}
            </Link>
          )}
          {Restore && <Restore row={row} words={sentence} />}
        </p>
      </div>
    </li>
  );
}
