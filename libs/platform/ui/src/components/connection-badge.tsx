import { useTranslation } from 'react-i18next';
import styles from './connection-badge.module.css';

export type ConnectionState = 'online' | 'saving' | 'connecting' | 'offline' | 'busy' | 'failed';

export interface ConnectionBadgeProps {
  readonly state: ConnectionState;
  /** Number of unconfirmed changes: being saved, or waiting for the network. */
  readonly unsent?: number;
  /** Number of refused changes that need the user's decision. */
  readonly rejected?: number;
  /** Whether unsent changes survive a reload of the page. */
  readonly kept?: 'here' | 'nowhere';
  /** Shows refused changes; turns that text into a button. */
  readonly onRejected?: (() => void) | undefined;
}

/**
 * Save status: online and saved, saving, or offline with the number of unsent changes and where they are
 * stored. Busy: the server currently accepts no more changes of this user.
 */
export function ConnectionBadge({ state, unsent = 0, rejected = 0, kept, onRejected }: ConnectionBadgeProps) {
  const { t } = useTranslation('ui');
  // With refused changes, "everything saved" would be wrong.
  const shown = state === 'online' && rejected > 0 ? 'rejected' : state;
  const count = shown === 'rejected' ? rejected : unsent;
  // Every keystroke passes through "saving": only problems are announced to screen readers.
  const live = shown === 'online' || shown === 'saving' || shown === 'connecting' ? 'off' : 'polite';
  const where = kept && unsent > 0 && shown !== 'saving' ? t(`connection.kept.${kept}`) : null;
  const words = (
    <>
      <i className={styles.dot} aria-hidden />
      <span className={styles.long}>
        {t(`connection.${shown}`, { count })}
        {where !== null && <span className={styles.where}>{` · ${where}`}</span>}
      </span>
      <span className={styles.short} aria-hidden>
        {t(`connection.short.${shown}`, { count })}
      </span>
    </>
  );
  const isButton = (shown === 'rejected' || (shown === 'failed' && rejected > 0)) && onRejected !== undefined;
  return (
    <span
      className={styles.badge}
      data-state={shown}
      data-kept={where === null ? undefined : kept}
      role="status"
      aria-live={live}
      title={where ?? undefined}
    >
      {isButton ? (
        <button type="button" className={styles.open} onClick={onRejected}>
          {words}
        </button>
      ) : (
        words
      )}
    </span>
  );
}
