import { accessCalls, verificationCode, type UserProfile } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { notify, StatusDot, useErrorText } from '@cotejo/ui';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../forms/failure.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { useSending } from '../forms/use-sending.ts';
import { Section } from '../layout/section.tsx';
import { useSession } from '../session/use-session.ts';
import { digitsOf } from '../sign-in/read-code.ts';
import styles from './profile.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

const { oneself } = accessCalls;

type Step =
  | { readonly name: 'rest' | 'password' | 'renew' | 'remove' }
  | { readonly name: 'scan'; readonly secret: string; readonly qr: string }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

/** The authenticator app: enrolled with a QR and a first code, with codes to print for the day it is lost. */
export function SecondFactor({ user }: { readonly user: UserProfile }) {
  const { t } = useTranslation('access-web');
  const session = useSession();
  const words = useErrorText();
  const [step, setStep] = useState<Step>({ name: 'rest' });
  const rest = () => setStep({ name: 'rest' });
  const isActive = user.otp_active === true;
  const isExternal = (user.auth_method ?? 'password') !== 'password';

  const begin = async (password: string) => {
    const { secret, qr } = await perform(session.api, oneself.startOtp, { body: { password } });
    setStep({ name: 'scan', secret, qr });
  };
  const confirm = async (code: string) => {
    const answer = await perform(session.api, oneself.confirmOtp, { body: { code } });
    setStep({ name: 'codes', codes: answer.recovery_codes });
  };
  // Not before the codes were kept: whoever owed a second factor is led away from here.
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
      hint={t('factor.hint')}
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
              <Button variant="default" onClick={() => setStep({ name: 'renew' })}>
                {t('factor.renew')}
              </Button>
              <Button variant="subtle" color="red" onClick={() => setStep({ name: 'remove' })}>
                {t('factor.remove')}
              </Button>
            </>
          ) : (
            <Button onClick={() => setStep({ name: 'password' })}>{t('factor.activate')}</Button>
          )}
        </div>
      )}
      {step.name === 'password' && <PasswordAsked isExternal={isExternal} send={begin} onCancel={rest} />}
      {step.name === 'scan' && (
        <div className={styles.enrol}>
          <img className={styles.qr} src={step.qr} alt={t('factor.qr')} />
          <div className={styles.form}>
            <p className={styles.hint}>{t('factor.scan')}</p>
            <p className={styles.hint}>
              {t('factor.by_hand')} <span className={`code ${styles.secret}`}>{step.secret}</span>
            </p>
            <CodeAsked submit={t('factor.confirm')} send={confirm} onCancel={rest} />
          </div>
        </div>
      )}
      {step.name === 'codes' && <RecoveryCodes codes={step.codes} onDone={kept} />}
      {step.name === 'renew' && <CodeAsked submit={t('factor.renew')} send={renew} onCancel={rest} />}
      {step.name === 'remove' && (
        <CodeAsked submit={t('factor.remove')} danger send={remove} onCancel={rest} />
      )}
    </Section>
  );
}

interface PasswordAskedProps {
  /** Nobody's password is known here then. */
  readonly isExternal: boolean;
  readonly send: (password: string) => Promise<void>;
  readonly onCancel: () => void;
}

function PasswordAsked({ isExternal, send, onCancel }: PasswordAskedProps) {
  const { t } = useTranslation('access-web');
  const form = useSending();
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isMissing = !isExternal && password === '';
    setMissing(isMissing);
    if (!isMissing) void form.send(() => send(password));
  };
  return (
    <form className={styles.form} style={{ maxWidth: 380 }} onSubmit={submit} noValidate>
      <Failure words={form.failure} />
      {isExternal ? (
        <p className={styles.hint}>{t('factor.external')}</p>
      ) : (
        <PasswordField
          label={t('password.current')}
          name="current-password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
          error={missing ? t('password.fault.current') : undefined}
        />
      )}
      <div className={styles.buttons} style={{ justifyContent: 'flex-start' }}>
        <Button type="submit" loading={form.sending}>
          {t('sign_in.continue')}
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
  const [code, setCode] = useState('');
  const [fault, setFault] = useState(false);
  const prove = (event: FormEvent) => {
    event.preventDefault();
    const valid = verificationCode.safeParse(code).success;
    setFault(!valid);
    if (valid) void form.send(() => send(code));
  };
  return (
    <form className={styles.form} style={{ maxWidth: 380 }} onSubmit={prove} noValidate>
      <Failure words={form.failure} />
      <TextInput
        label={t('code.code')}
        description={t('factor.code_hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        value={code}
        onChange={(event) => setCode(digitsOf(event.currentTarget.value))}
        error={fault ? t('code.shape') : undefined}
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
