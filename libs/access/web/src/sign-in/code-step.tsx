import { CODE_LENGTH, recoveryCode, verificationCode, type CodeChallenge } from '@cotejo/access-contracts';
import { ApiError } from '@cotejo/http/error';
import { Failure, FormMessage, useErrorText, useFormFault } from '@cotejo/ui';
import { Anchor, Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSending } from '../forms/use-sending.ts';
import { useSignIn } from '../session/sign-in.ts';
import { digitsOf, recoveryOf } from './read-code.ts';
import styles from './sign-in-form.module.css';
import { StepHead } from './step-head.tsx';
import { Who } from './who.tsx';

/** Seconds before another code may be requested. */
export const RESEND_AFTER = 30;

export interface CodeStepProps {
  readonly username: string;
  readonly pkg: string;
  readonly challenge: CodeChallenge;
  /** The challenge expired (ten minutes) or has no attempts left: back to the password. */
  readonly onExpired: (failure: string) => void;
  readonly onBack: () => void;
}

/** Step for the six digits from an authenticator app or an e-mail, or a recovery code instead. */
export function CodeStep({ username, pkg, challenge: first, onExpired, onBack }: CodeStepProps) {
  const { t } = useTranslation('access-web-sign-in');
  const session = useSignIn();
  const words = useErrorText();
  const form = useSending();
  const formRef = useRef<HTMLFormElement>(null);
  const formFault = useFormFault(formRef);
  const field = useRef<HTMLInputElement>(null);
  const [challenge, setChallenge] = useState(first);
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [fault, setFault] = useState(false);
  const [wait, setWait] = useState(RESEND_AFTER);
  const [isSentAgain, setSentAgain] = useState(false);

  useEffect(() => {
    const timer = setInterval(() => setWait((left) => Math.max(0, left - 1)), 1000);
    return () => clearInterval(timer);
  }, []);

  const prove = (typed: string) => {
    const valid = (recovery ? recoveryCode : verificationCode).safeParse(typed).success;
    setFault(!valid);
    setSentAgain(false);
    if (!valid) {
      field.current?.focus();
      return;
    }
    void form.send(async () => {
      const [, refusal] = await session.proveCode(username, typed, challenge.w, pkg);
      if (refusal === null) return null;
      if (refusal.code === 'challenge_expired') onExpired(refusal.error);
      setCode('');
      field.current?.focus();
      return refusal.error;
    });
  };
  const type = (text: string) => {
    const typed = recovery ? recoveryOf(text) : digitsOf(text);
    setCode(typed);
    setFault(false);
    // Submits with the sixth digit.
    if (!recovery && typed.length === CODE_LENGTH && typed !== code) prove(typed);
  };
  const switchTo = (toRecovery: boolean) => {
    setRecovery(toRecovery);
    setCode('');
    setFault(false);
    setSentAgain(false);
    form.fail(null);
    field.current?.focus();
  };
  const resend = () =>
    void form.send(async () => {
      setSentAgain(false);
      field.current?.focus();
      try {
        setChallenge(await session.sendCode(challenge.w));
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'challenge_expired') throw error;
        onExpired(words(error));
        return;
      }
      setWait(RESEND_AFTER);
      setCode('');
      setSentAgain(true);
    });

  const intro = recovery ? 'recovery' : challenge.factor === 'mail' ? 'mail' : 'app';
  return (
    <form
      ref={formRef}
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        prove(code);
      }}
    >
      <StepHead
        title={t('code.title')}
        intro={t(`code.intro.${intro}`, { address: challenge.sent_to ?? '' })}
      />
      <Failure words={form.failure} />
      <Who name={username} onBack={onBack} />
      <TextInput
        ref={field}
        label={t(recovery ? 'code.recovery' : 'code.code')}
        placeholder={recovery ? t('code.recovery_example') : undefined}
        name="code"
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        autoFocus
        classNames={{ input: styles.code ?? '' }}
        value={code}
        onChange={(event) => type(event.currentTarget.value)}
        description={<span aria-live="polite">{isSentAgain ? t('code.sent_again') : ''}</span>}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={fault ? t(recovery ? 'code.recovery_shape' : 'code.shape') : undefined}
      />
      {form.failure === null && <FormMessage fault={formFault} />}
      <Button type="submit" size="md" loading={form.sending} fullWidth>
        {t('sign_in.enter')}
      </Button>
      <div className={styles.links}>
        {/* Recovery codes are issued with an app only; users with codes by e-mail have none. */}
        {challenge.factor === 'totp' && (
          <Anchor component="button" type="button" size="sm" onClick={() => switchTo(!recovery)}>
            {t(recovery ? 'code.use_code' : 'code.use_recovery')}
          </Anchor>
        )}
        {challenge.factor === 'mail' && wait === 0 && (
          <Anchor component="button" type="button" size="sm" onClick={resend}>
            {t('code.resend')}
          </Anchor>
        )}
        {challenge.factor === 'mail' && wait > 0 && (
          <span className={styles.wait}>{t('code.resend_in', { count: wait })}</span>
        )}
      </div>
      {recovery && <p className={styles.intro}>{t('code.lost')}</p>}
    </form>
  );
}
