import { atom, useAtomValue } from 'jotai';
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './unsent-notice.module.css';

/** The server waits for its store: what a person does is kept, and answered when it goes on. */
export const serverWaitsAtom = atom(false);

/** Says calmly that nothing is wrong with what the person does, while the server waits. */
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
