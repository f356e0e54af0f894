import { useErrorText } from '@cotejo/ui';
import { Loader } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignIn } from '../session/sign-in.ts';
import type { ExternalOutcome } from './external-sign-in.ts';
import styles from './sign-in-form.module.css';

export interface ExternalReturnProps {
  readonly outcome: ExternalOutcome;
  readonly onFailed: (failure: string) => void;
}

/** Return from a directory: exchanges the one-time token for a session, once. */
export function ExternalReturn({ outcome, onFailed }: ExternalReturnProps) {
  const { t } = useTranslation('access-web-sign-in');
  const session = useSignIn();
  const words = useErrorText();
  const asked = useRef(false);

  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    // Removes the fragment, so that a reload does not send the used token again.
    history.replaceState(history.state, '', `${location.pathname}${location.search}`);
    if ('fault' in outcome) {
      onFailed(t(`sign_in.external_fault.${outcome.fault}`));
      return;
    }
    session.finishExternal(outcome.w).then(
      ([, refusal]) => refusal && onFailed(refusal.error),
      (error: unknown) => onFailed(words(error)),
    );
  }, [outcome, session, words, t, onFailed]);

  return (
    <div className={styles.waiting} role="status">
      <Loader size={20} aria-hidden />
      <span>{t('sign_in.external_waiting')}</span>
    </div>
  );
}
