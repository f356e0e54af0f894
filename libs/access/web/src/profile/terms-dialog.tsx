import { accessCalls, STORAGE_KEYS, TERMS_EVENT } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { ErrorState, Failure, useErrorText, useIsPhone } from '@cotejo/ui';
import { Button, Modal, ScrollArea, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSending } from '../forms/use-sending.ts';
import { useSession, useUser } from '../session/use-session.ts';
import styles from './profile.module.css';

/**
 * Terms of use, shown before all else while the profile reports pending terms. Accepting is stored with the user and
 * in the browser; declining signs the user out.
 */
export function TermsDialog() {
  const user = useUser();
  return user?.pending === 'terms' ? <Terms userId={user.id} /> : null;
}

function Terms({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const session = useSession();
  const phone = useIsPhone();
  const form = useSending();
  const [isLeaving, setLeaving] = useState(false);
  const text = useQuery({
    queryKey: ['access', 'terms', userId],
    queryFn: () => perform(session.api, accessCalls.oneself.disclaimer, {}),
    staleTime: Infinity,
  });
  const accept = () =>
    void form.send(async () => {
      const body = { event: TERMS_EVENT, version: text.data?.version } as const;
      try {
        await perform(session.api, accessCalls.oneself.recordEvent, { body });
      } catch (error) {
        // The terms may have changed meanwhile: load the current text before it can be accepted.
        void text.refetch();
        throw error;
      }
      localStorage.setItem(STORAGE_KEYS.termsAccepted, userId);
      await session.refresh();
    });

  return (
    <Modal
      opened
      // The dialog cannot be dismissed by Esc or a click outside.
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('terms.title')}
      size="lg"
      fullScreen={phone}
    >
      <div className={styles.terms}>
        <p className={styles.hint}>{t('terms.intro')}</p>
        {text.isError ? (
          <ErrorState text={words(text.error)} onRetry={() => void text.refetch()} />
        ) : (
          <ScrollArea.Autosize
            mah={phone ? '60vh' : '46vh'}
            className={styles.termsText}
            viewportProps={{ tabIndex: 0, role: 'document', 'aria-label': t('terms.text') }}
          >
            {text.data === undefined ? <Skeleton height={160} /> : text.data.value}
          </ScrollArea.Autosize>
        )}
        <Failure words={form.failure} />
        <div className={styles.buttons}>
          <Button
            variant="default"
            loading={isLeaving}
            onClick={() => {
              setLeaving(true);
              void session.signOut();
            }}
          >
            {t('terms.decline')}
          </Button>
          <Button onClick={accept} loading={form.sending} disabled={text.data === undefined}>
            {t('terms.accept')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
