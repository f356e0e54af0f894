import type { TextStatus } from '@cotejo/texts/client';
import { useTranslation } from 'react-i18next';
import styles from './rich-text.module.css';

const TONE: Readonly<Record<TextStatus['state'], string>> = {
  loading: 'quiet',
  saved: 'good',
  saving: 'busy',
  offline: 'warn',
  readonly: 'quiet',
  failed: 'bad',
};

interface TextStatusLineProps {
  readonly status: TextStatus;
  /** This user edits here: status changes are announced to screen readers. */
  readonly isHere?: boolean;
}

/** Save status as a text: "saved" means durable on the server. */
export function TextStatusLine({ status, isHere = true }: TextStatusLineProps) {
  const { t } = useTranslation('worksheets-web');
  const say = () => {
    if (status.state === 'offline') {
      const why = status.isBusy ? 'busy' : 'offline';
      return status.unsent ? t(`text.${why}_${status.kept ? 'kept' : 'nowhere'}`) : t(`text.${why}`);
    }
    if (status.state === 'failed') return t(`text.failed.${status.reason}`);
    return t(`text.${status.state}`);
  };
  return (
    <span className={styles.status} data-tone={TONE[status.state]} {...(isHere && { role: 'status' })}>
      {say()}
    </span>
  );
}
