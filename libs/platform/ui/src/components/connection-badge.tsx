import { useTranslation } from 'react-i18next';
import styles from './connection-badge.module.css';

export type ConnectionState = 'online' | 'saving' | 'connecting' | 'offline' | 'failed';

export interface ConnectionBadgeProps {
  readonly state: ConnectionState;
  /** Changes not yet confirmed: being saved, or waiting for the network. */
  readonly unsent?: number;
}

/** Whether what one did is safe: online and saved, saving, or offline with so many changes unsent. */
export function ConnectionBadge({ state, unsent = 0 }: ConnectionBadgeProps) {
  const { t } = useTranslation('ui');
  // Every keystroke passes through "saving": only trouble is worth interrupting a screen reader for.
  const live = state === 'offline' || state === 'failed' ? 'polite' : 'off';
  return (
    <span className={styles.badge} data-state={state} role="status" aria-live={live}>
      <i className={styles.dot} aria-hidden />
      <span className={styles.long}>{t(`connection.${state}`, { count: unsent })}</span>
      <span className={styles.short} aria-hidden>
        {t(`connection.short.${state}`, { count: unsent })}
      </span>
    </span>
  );
}
