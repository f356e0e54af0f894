import { useErrorText } from '@cotejo/ui';
import { Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/use-session.ts';
import styles from './sign-in-form.module.css';

export interface ExternalReturnProps {
  /** Null = the directory confirmed nobody. */
  readonly w: string | null;
  readonly onFailed: (failure: string) => void;
}

/** Somebody comes back from the directory: the word they bring is exchanged for the session, once. */
export function ExternalReturn({ w, onFailed }: ExternalReturnProps) {
  const { t } = useTranslation('access-web');
  const session = useSession();
  const words = useErrorText();
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    const refused = t('sign_in.external_failed');
    if (w === null) {
      onFailed(refused);
      return;
    }
    session.finishExternal(w).then(
      ([, refusal]) => refusal && onFailed(refusal.error),
      (error: unknown) => onFailed(words(error)),
    );
  }, [w, session, words, t, onFailed]);

  return (
    <div className={styles.waiting} role="status">
      <Loader size={20} aria-hidden />
      <span>{t('sign_in.external_waiting')}</span>
    </div>
  );
}
