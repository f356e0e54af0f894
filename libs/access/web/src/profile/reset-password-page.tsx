import { accessCalls, passwordRulesOfWire } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { notify, usePageTitle, useErrorText } from '@cotejo/ui';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { takeLastPage } from '../session/last-page.ts';
import { useSession, useUser } from '../session/use-session.ts';
import { Entrance, type EntranceProps } from '../sign-in/entrance.tsx';
import styles from '../sign-in/sign-in-form.module.css';
import { StepHead } from '../sign-in/step-head.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { askedPackage, rememberPackage } from '../sign-in/asked-package.ts';
import { resetLinkOf, type ResetLink } from './reset-link.ts';

export type ResetPasswordPageProps = EntranceProps;

/**
 * `/profile/ResetPassword/`: for users who must change their password and for links from e-mails. The link is removed
 * from the address at once, so that neither history nor a referrer keeps it.
 */
export function ResetPasswordPage(props: ResetPasswordPageProps) {
  const { t } = useTranslation('access-web');
  usePageTitle(t('reset.page'));
  const user = useUser();
  const [link, setLink] = useState(() => resetLinkOf(location));
  // In an effect, not during render: a discarded render would lose the link.
  useEffect(() => {
    if (link === null) return;
    // The link names its package; a user with accounts in several packages continues in that one.
    rememberPackage(localStorage, askedPackage(location.search, localStorage));
    history.replaceState(history.state, '', location.pathname);
  }, [link]);
  // Opening another link in the same tab changes only the fragment and does not reload the page.
  useEffect(() => {
    const read = () => {
      const next = resetLinkOf(location);
      if (next !== null) setLink(next);
    };
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return (
    <Entrance {...props}>
      {link === 'broken' || (link === null && user === null) ? (
        <LinkInvalid />
      ) : link === null ? (
        <ForcedReset />
      ) : (
        // Each link gets a form with empty fields.
        <ByLink key={`${link.uid} ${link.token}`} link={link} />
      )}
    </Entrance>
  );
}

function LinkInvalid({ words }: { readonly words?: string }) {
  const { t } = useTranslation('access-web');
  return (
    <div className={styles.form}>
      <StepHead title={t('reset.invalid')} intro={words ?? t('reset.invalid_text')} takesFocus />
      <Button component={Link} to="/login/" size="md" fullWidth>
        {t('reset.to_sign_in')}
      </Button>
    </div>
  );
}

/** Forced change of a signed-in user; also asks for the current password. */
function ForcedReset() {
  const { t } = useTranslation('access-web');
  const session = useSession();
  const navigate = useNavigate();
  const user = useUser();
  const rules = useQuery({
    queryKey: ['access', 'password-rules'],
    queryFn: () => perform(session.api, accessCalls.account.passwordRules, {}),
  });
  if (rules.data === undefined) return <Waiting error={rules.error} />;
  const isForced = user?.pending === 'password_reset' || user?.reset_password === true;
  return (
    <div className={styles.form}>
      <StepHead title={t('reset.title')} intro={t(isForced ? 'reset.forced' : 'reset.own')} />
      <ChangePasswordForm
        rules={passwordRulesOfWire(rules.data)}
        username={user?.username ?? ''}
        asksCurrent
        autoFocus
        size="md"
        submit={t('reset.submit')}
        send={async ({ current, password, confirmation }) => {
          await perform(session.api, accessCalls.oneself.changePassword, {
            body: { current, password, password_confirmation: confirmation },
          });
          await session.refresh();
          notify.success(t('password.changed'));
          await navigate(takeLastPage(localStorage, location.origin), { replace: true });
        }}
      />
      <Button variant="subtle" onClick={() => void session.signOut()}>
        {t('reset.sign_out')}
      </Button>
    </div>
  );
}

function ByLink({ link }: { readonly link: ResetLink }) {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const [isDone, setDone] = useState(false);
  const checked = useQuery({
    queryKey: ['access', 'reset-link', link.uid, link.token],
    queryFn: () => perform(api, accessCalls.signIn.examineResetLink, { body: link }),
    // A link can be used once, so it is not checked again while the user types.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (isDone) {
    return (
      <div className={styles.form}>
        <StepHead title={t('reset.done')} intro={t('reset.done_text')} takesFocus />
        <Button component={Link} to="/login/" size="md" fullWidth>
          {t('reset.to_sign_in')}
        </Button>
      </div>
    );
  }
  if (checked.data === undefined) return <Waiting error={checked.error} />;
  return (
    <div className={styles.form}>
      <StepHead title={t('reset.by_link_title')} intro={t('reset.by_link')} />
      <ChangePasswordForm
        rules={passwordRulesOfWire(checked.data.rules)}
        username=""
        autoFocus
        size="md"
        submit={t('reset.by_link_submit')}
        send={async ({ password, confirmation }) => {
          await perform(api, accessCalls.signIn.changeForgotten, {
            body: { ...link, password, password_confirmation: confirmation },
          });
          setDone(true);
        }}
      />
    </div>
  );
}

function Waiting({ error }: { readonly error: Error | null }) {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  if (error !== null) return <LinkInvalid words={words(error)} />;
  return (
    <div className={styles.form} role="status" aria-label={t('reset.checking')}>
      <Skeleton height={26} width="70%" />
      <Skeleton height={42} />
      <Skeleton height={42} />
    </div>
  );
}
