import { useTranslation } from 'react-i18next';
import styles from './connection-badge.module.css';

export type ConnectionState = 'online' | 'saving' | 'connecting' | 'offline' | 'busy' | 'failed';

export interface ConnectionBadgeProps {
  readonly state: ConnectionState;
  /** Changes not yet confirmed: being saved, or waiting for the network. */
  readonly unsent?: number;
  /** Changes that the server refused and that wait for the person. */
  readonly rejected?: number;
  /** Whether what is unsent would survive a reload of the page. */
  readonly kept?: 'here' | 'nowhere';
  /** Shows what was refused; makes those words a button. */
  readonly onRejected?: (() => void) | undefined;
}

/**
 * Whether what one did is safe: online and saved, saving, or offline with so many changes unsent, and where
 * those are meanwhile. Busy: the server takes no more of this person now.
 */
export function ConnectionBadge({ state, unsent = 0, rejected = 0, kept, onRejected }: ConnectionBadgeProps) {
  const { t } = useTranslation('ui');
  // "Everything saved" would not be true of what was refused.
  const shown = state === 'online' && rejected > 0 ? 'rejected' : state;
  const count = shown === 'rejected' ? rejected : unsent;
  // Every keystroke passes through "saving": only trouble is worth interrupting a screen reader for.
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
