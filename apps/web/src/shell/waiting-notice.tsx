import { atom, useAtomValue } from 'jotai';
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './unsent-notice.module.css';

/** Whether the server waits for its event store; intents are kept meanwhile and answered afterwards. */
export const serverWaitsAtom = atom(false);

/** Unobtrusive notice while the server waits for its event store. */
export function WaitingNotice() {
  const { t } = useTranslation('web');
  const waits = useAtomValue(serverWaitsAtom);
  return (
    <div role="status">
      {waits && (
        <span className={styles.notice} title={t('waiting.why')}>
          <Hourglass size={15} aria-hidden />
          <span>{t('waiting.words')}</span>
        </span>
      )}
    </div>
  );
}
