import { accessCalls, verificationCode, type UserProfile } from '@cotejo/access-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { Failure, notify, Section, StatusDot, useErrorText, useFaultFocus, useIsPhone } from '@cotejo/ui';
import { Anchor, Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../forms/password-field.tsx';
import { useSending } from '../forms/use-sending.ts';
import { useSession } from '../session/use-session.ts';
import { digitsOf } from '../sign-in/read-code.ts';
import styles from './profile.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

const { oneself } = accessCalls;

type Step =
  | { readonly name: 'rest' | 'renew' | 'remove' }
  | { readonly name: 'password'; readonly failure?: string }
  | { readonly name: 'scan'; readonly secret: string; readonly uri: string; readonly qr: string }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

/** Second factor of the user; users who sign in through a directory have theirs there. */
export function SecondFactor({ user }: { readonly user: UserProfile }) {
  const { t } = useTranslation('access-web');
  const method = user.auth_method ?? 'password';
  if (method === 'password') return <AuthenticatorApp user={user} hint={t('factor.hint')} />;
  const elsewhere = t('factor.by_directory', { method: t(`by_method.${method}`) });
  // An app enrolled before the switch to a directory can still be turned off.
  if (user.otp_active === true) return <AuthenticatorApp user={user} hint={elsewhere} />;
  return (
    <Section title={t('factor.title')}>
      <p className={styles.hint}>{elsewhere}</p>
    </Section>
  );
}

/** Enrols an authenticator app with a QR code and a first code, then shows recovery codes for a lost phone. */
function AuthenticatorApp({ user, hint }: { readonly user: UserProfile; readonly hint: string }) {
  const { t } = useTranslation('access-web');
  const session = useSession();
  const words = useErrorText();
  const [step, setStep] = useState<Step>({ name: 'rest' });
  const rest = () => setStep({ name: 'rest' });
  const isActive = user.otp_active === true;
  const phone = useIsPhone();
  const first = useRef<HTMLButtonElement>(null);
  const isAtRest = step.name === 'rest';
  const wasAtRest = useRef(true);
  useEffect(() => {
    // The focused element was unmounted: return the focus to the first button.
    if (isAtRest && !wasAtRest.current) first.current?.focus();
    wasAtRest.current = isAtRest;
  }, [isAtRest]);

  const begin = async (password: string) => {
    const { secret, uri, qr } = await perform(session.api, oneself.startOtp, { body: { password } });
    setStep({ name: 'scan', secret, uri, qr });
  };
  const confirm = async (code: string) => {
    try {
      const answer = await perform(session.api, oneself.confirmOtp, { body: { code } });
      setStep({ name: 'codes', codes: answer.recovery_codes });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'challenge_expired') throw error;
      // The enrolment has expired: codes for this QR code are no longer accepted.
      setStep({ name: 'password', failure: t('factor.expired') });
    }
  };
  // Refreshed only after the codes are saved: refreshing redirects a user whose second factor was due.
  const kept = () => {
    if (isActive) rest();
    else session.refresh().then(rest, (error: unknown) => notify.error(words(error)));
  };
  const renew = async (code: string) => {
    const answer = await perform(session.api, oneself.renewRecoveryCodes, { body: { code } });
    setStep({ name: 'codes', codes: answer.recovery_codes });
  };
  const remove = async (code: string) => {
    await perform(session.api, oneself.removeOtp, { query: { code } });
    notify.success(t('factor.removed'));
    rest();
    await session.refresh();
  };

  return (
    <Section
      title={t('factor.title')}
      hint={hint}
      actions={
        <StatusDot
          tone={isActive ? 'reviewed' : 'new'}
          label={t(isActive ? 'factor.on' : 'factor.off')}
          strong
        />
      }
    >
      {step.name === 'rest' && (
        <div className={styles.buttons} style={{ justifyContent: 'flex-start' }}>
          {isActive ? (
            <>
              <Button ref={first} variant="default" onClick={() => setStep({ name: 'renew' })}>
                {t('factor.renew')}
              </Button>
              <Button variant="subtle" color="red" onClick={() => setStep({ name: 'remove' })}>
                {t('factor.remove')}
              </Button>
            </>
          ) : (
            <Button ref={first} onClick={() => setStep({ name: 'password' })}>
              {t('factor.activate')}
            </Button>
          )}
        </div>
      )}
      {step.name === 'password' && (
        <PasswordAsked username={user.username} failure={step.failure ?? null} send={begin} onCancel={rest} />
      )}
      {step.name === 'scan' && (
        <div className={styles.enrol}>
          <img className={styles.qr} src={step.qr} alt={t('factor.qr')} />
          <div className={styles.form}>
            <p className={styles.hint}>{t('factor.scan')}</p>
            {phone && (
              <Anchor href={step.uri} size="sm">
                {t('factor.open_app')}
              </Anchor>
            )}
            <p className={styles.hint}>
              {t('factor.by_hand')} <span className={`code ${styles.secret}`}>{step.secret}</span>
            </p>
            <CodeAsked submit={t('factor.confirm')} send={confirm} onCancel={rest} />
          </div>
        </div>
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} username={user.username} onDone={kept} />}
      {step.name === 'renew' && <CodeAsked submit={t('factor.renew')} send={renew} onCancel={rest} />}
      {step.name === 'remove' && (
        <CodeAsked submit={t('factor.remove')} danger send={remove} onCancel={rest} />
      )}
    </Section>
  );
}

interface PasswordAskedProps {
  /** For password managers. */
  readonly username: string;
  /** Reason why the password is asked for again. */
  readonly failure: string | null;
  readonly send: (password: string) => Promise<void>;
  readonly onCancel: () => void;
}

function PasswordAsked({ username, failure, send, onCancel }: PasswordAskedProps) {
  const { t } = useTranslation('access-web');
  const form = useSending();
  const { formRef, look } = useFaultFocus(form.refusal);
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<'current' | 'current_wrong' | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = password === '';
    setFault(isMissing ? 'current' : null);
    look();
    if (isMissing) return;
    void form.send(async () => {
      try {
        await send(password);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'invalid_credentials') throw error;
        setFault('current_wrong');
        look();
      }
    });
  };
  return (
    <form ref={formRef} className={styles.form} style={{ maxWidth: 380 }} onSubmit={submit} noValidate>
      <Failure words={form.sending ? null : (form.failure ?? (fault === null ? failure : null))} />
      <input
        className="visually-hidden"
        name="username"
        autoComplete="username"
        value={username}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField
        label={t('password.current')}
        name="current-password"
        autoComplete="current-password"
        autoFocus
        value={password}
        onChange={setPassword}
        error={fault === null ? undefined : t(`password.fault.${fault}`)}
      />
      <div className={styles.buttons} style={{ justifyContent: 'flex-start' }}>
        <Button type="submit" loading={form.sending}>
          {t('access-web-sign-in:sign_in.continue')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

interface CodeAskedProps {
  readonly submit: string;
  readonly danger?: boolean;
  readonly send: (code: string) => Promise<void>;
  readonly onCancel: () => void;
}

function CodeAsked({ submit, danger, send, onCancel }: CodeAskedProps) {
  const { t } = useTranslation('access-web');
  const form = useSending();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState(false);
  const prove = (event: FormEvent) => {
    event.preventDefault();
    const valid = verificationCode.safeParse(code).success;
    setFault(!valid);
    field.current?.focus();
    if (!valid) return;
    void form.send(async () => {
      try {
        await send(code);
      } catch (error) {
        setCode('');
        throw error;
      }
    });
  };
  return (
    <form className={styles.form} style={{ maxWidth: 380 }} onSubmit={prove} noValidate>
      <Failure words={form.failure} />
      <TextInput
        ref={field}
        label={t('access-web-sign-in:code.code')}
        name="code"
        description={t('factor.code_hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={(event) => {
          setCode(digitsOf(event.currentTarget.value));
          setFault(false);
        }}
        error={fault ? t('access-web-sign-in:code.shape') : undefined}
      />
      <div className={styles.buttons} style={{ justifyContent: 'flex-start' }}>
        <Button type="submit" loading={form.sending} {...(danger === true ? { color: 'red' } : {})}>
          {submit}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
