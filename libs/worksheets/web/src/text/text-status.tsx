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
  /** This person writes here: what changes is told to those who do not see it. */
  readonly isHere?: boolean;
}

/** What became of what was written, in words: nothing is called saved that could still be lost. */
export function TextStatusLine({ status, isHere = true }: TextStatusLineProps) {
  const { t } = useTranslation('worksheets-web');
  const say = () => {
    if (status.state === 'offline')
      return status.unsent
        ? t(status.kept ? 'text.offline_kept' : 'text.offline_nowhere')
        : t('text.offline');
    if (status.state === 'failed') return t(`text.failed.${status.reason}`);
    return t(`text.${status.state}`);
  };
  return (
    <span className={styles.status} data-tone={TONE[status.state]} {...(isHere && { role: 'status' })}>
      {say()}
    </span>
  );
}
