import { emailOnWire } from '@cotejo/access-contracts';
import { Failure, FormMessage, useFaultFocus } from '@cotejo/ui';
import { Anchor, Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSending } from '../forms/use-sending.ts';
import { useSignIn } from '../session/sign-in.ts';
import styles from './sign-in-form.module.css';
import { StepHead } from './step-head.tsx';

export interface ForgotFormProps {
  /** Username entered before; often the e-mail itself. */
  readonly suggestion: string;
  /** Package of the user. */
  readonly pkg: string;
  readonly onBack: () => void;
}

/** Requests a password link by e-mail. The answer never reveals whether the user exists. */
export function ForgotForm({ suggestion, pkg, onBack }: ForgotFormProps) {
  const { t } = useTranslation('access-web-sign-in');
  const session = useSignIn();
  const form = useSending();
  const { formRef, fault: formFault, look } = useFaultFocus(form.refusal);
  const [email, setEmail] = useState(suggestion.includes('@') ? suggestion : '');
  const [fault, setFault] = useState(false);
  const [isSent, setSent] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = email.trim();
    const valid = emailOnWire.safeParse(address).success;
    setFault(!valid);
    look();
    if (!valid) return;
    void form.send(async () => {
      await session.forgotPassword(address, pkg);
      setSent(true);
    });
  };

  const back = (
    <Anchor component="button" type="button" size="sm" onClick={onBack} className={styles.back}>
      {t('forgot.back')}
    </Anchor>
  );
  if (isSent) {
    return (
      <div className={styles.form}>
        <StepHead
          title={t('forgot.sent')}
          intro={t('forgot.sent_text', { address: email.trim() })}
          takesFocus
        />
        <p className={styles.intro}>{t('forgot.none_came')}</p>
        {back}
      </div>
    );
  }
  return (
    <form ref={formRef} className={styles.form} onSubmit={submit} noValidate>
      <StepHead title={t('forgot.title')} intro={t('forgot.intro')} />
      <Failure words={form.failure} />
      <TextInput
        label={t('forgot.email')}
        type="email"
        name="email"
        autoComplete="email"
        size="md"
        autoFocus
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={fault ? t('forgot.email_fault') : undefined}
      />
      {form.failure === null && <FormMessage fault={formFault} />}
      <Button type="submit" size="md" loading={form.sending} fullWidth>
        {t('forgot.send')}
      </Button>
      {back}
    </form>
  );
}
