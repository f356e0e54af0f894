import { accessCalls, passwordRulesOfWire, type UserProfile } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { ErrorState, notify, Section, useErrorText, useFormat } from '@cotejo/ui';
import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/use-session.ts';
import { ChangePasswordForm } from './change-password-form.tsx';
import styles from './profile.module.css';
import { SESSIONS_KEY } from './session-list.tsx';

/** Password section of the profile; users who sign in through a directory have no password here. */
export function PasswordSection({ user }: { readonly user: UserProfile }) {
  const { t } = useTranslation('access-web');
  const format = useFormat();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpened = useRef(false);
  useEffect(() => {
    // The form was unmounted with the focused element.
    if (wasOpened.current && !opened) button.current?.focus();
    wasOpened.current = opened;
  }, [opened]);
  const method = user.auth_method ?? 'password';
  const isExternal = method !== 'password';
  const changed = user.last_password_change;
  return (
    <Section
      title={t('profile.password')}
      hint={
        isExternal
          ? t('profile.password_external', { method: t(`by_method.${method}`) })
          : changed == null
            ? t('profile.password_hint')
            : t('profile.password_since', { date: format.date(changed) })
      }
    >
      {opened && !isExternal ? (
        <Change user={user} onDone={() => setOpened(false)} />
      ) : (
        <Button ref={button} variant="default" disabled={isExternal} onClick={() => setOpened(true)}>
          {t('profile.change_password')}
        </Button>
      )}
    </Section>
  );
}

function Change({ user, onDone }: { readonly user: UserProfile; readonly onDone: () => void }) {
  const { t } = useTranslation('access-web');
  const session = useSession();
  const queries = useQueryClient();
  const words = useErrorText();
  const rules = useQuery({
    queryKey: ['access', 'password-rules'],
    queryFn: () => perform(session.api, accessCalls.account.passwordRules, {}),
  });
  if (rules.isError) return <ErrorState text={words(rules.error)} onRetry={() => void rules.refetch()} />;
  if (rules.data === undefined) return <Skeleton height={180} />;
  return (
    <div className={styles.form} style={{ maxWidth: 380 }}>
      <ChangePasswordForm
        rules={passwordRulesOfWire(rules.data)}
        username={user.username}
        asksCurrent
        autoFocus
        submit={t('profile.change_password')}
        send={async ({ current, password, confirmation }) => {
          await perform(session.api, accessCalls.oneself.changePassword, {
            body: { current, password, password_confirmation: confirmation },
          });
          notify.success(t('password.changed'));
          // The server ended the user's other sessions with the password change.
          void queries.invalidateQueries({ queryKey: SESSIONS_KEY });
          await session.refresh();
          onDone();
        }}
      />
    </div>
  );
}
