import type { AuthenticationMethod } from '@cotejo/access-contracts';
import { Failure, FormMessage, useFaultFocus } from '@cotejo/ui';
import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSending } from '../forms/use-sending.ts';
import { useSignIn } from '../session/sign-in.ts';
import styles from './sign-in-form.module.css';
import { StepHead } from './step-head.tsx';

export interface UsernameStepProps {
  readonly value: string;
  /** Error text of the previous attempt. */
  readonly failure: string | null;
  readonly onChange: (username: string) => void;
  readonly onDone: (methods: readonly AuthenticationMethod[]) => void;
}

/** Username step. The answer is the same for existing and unknown names. */
export function UsernameStep({ value, failure, onChange, onDone }: UsernameStepProps) {
  const { t } = useTranslation('access-web-sign-in');
  const session = useSignIn();
  const form = useSending();
  const { formRef, fault: formFault, look } = useFaultFocus(form.refusal);
  const [missing, setMissing] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const name = value.trim();
    setMissing(name === '');
    look();
    if (name !== '') void form.send(async () => onDone(await session.validateUsername(name)));
  };

  return (
    <form ref={formRef} className={styles.form} onSubmit={submit} noValidate>
      <StepHead title={t('sign_in.title')} intro={t('sign_in.intro')} />
      <Failure words={form.sending ? null : (form.failure ?? failure)} />
      <TextInput
        label={t('sign_in.username')}
        placeholder={t('sign_in.username_hint')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        // The form is the page's only content, so focusing it skips nothing.
        autoFocus
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={missing ? t('sign_in.username_required') : undefined}
      />
      {form.failure === null && <FormMessage fault={formFault} />}
      <Button type="submit" size="md" loading={form.sending} fullWidth>
        {t('sign_in.continue')}
      </Button>
    </form>
  );
}
