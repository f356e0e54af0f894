import type { PasswordRules } from '@cotejo/access-contracts';
import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../forms/failure.tsx';
import { NewPasswordFields, NO_PASSWORD, passwordFault, type NewPassword } from '../forms/new-password.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { useSending } from '../forms/use-sending.ts';
import styles from './profile.module.css';

export interface ChangePasswordFormProps {
  readonly rules: PasswordRules;
  /** For password managers; empty where it is not known. */
  readonly username: string;
  /** The present password is asked for first. */
  readonly asksCurrent?: boolean;
  readonly size?: 'sm' | 'md';
  /** Words of the button. */
  readonly submit: string;
  readonly send: (value: NewPassword & { readonly current: string }) => Promise<void>;
}

/** A new password in the place of the present one. */
export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { t } = useTranslation('access-web');
  const form = useSending();
  const [current, setCurrent] = useState('');
  const [value, setValue] = useState(NO_PASSWORD);
  const [asked, setAsked] = useState(false);
  const asksCurrent = props.asksCurrent === true;
  const sized = props.size === undefined ? {} : { size: props.size };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if ((asksCurrent && current === '') || passwordFault(value, props.rules) !== null) return;
    void form.send(async () => {
      await props.send({ ...value, current });
      setCurrent('');
      setValue(NO_PASSWORD);
      setAsked(false);
    });
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Failure words={form.failure} />
      <input
        className="visually-hidden"
        name="username"
        autoComplete="username"
        value={props.username}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      {asksCurrent && (
        <PasswordField
          {...sized}
          label={t('password.current')}
          name="current-password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={asked && current === '' ? t('password.fault.current') : undefined}
        />
      )}
      <NewPasswordFields value={value} rules={props.rules} onChange={setValue} asked={asked} {...sized} />
      <Button type="submit" {...sized} loading={form.sending} fullWidth={props.size === 'md'}>
        {props.submit}
      </Button>
    </form>
  );
}
