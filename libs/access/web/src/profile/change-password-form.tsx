import type { PasswordRules } from '@cotejo/access-contracts';
import { ApiError } from '@cotejo/http/client';
import { Failure, FormMessage, useFaultFocus } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  NewPasswordFields,
  NO_PASSWORD,
  PASSWORD_REFUSALS,
  passwordFault,
  type NewPassword,
} from '../forms/new-password.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { useSending } from '../forms/use-sending.ts';
import styles from './profile.module.css';

export interface ChangePasswordFormProps {
  readonly rules: PasswordRules;
  /** For password managers; empty where unknown. */
  readonly username: string;
  /** Also asks for the current password. */
  readonly asksCurrent?: boolean;
  readonly size?: 'sm' | 'md';
  /** Focuses the first field: the form is the main content of the page. */
  readonly autoFocus?: boolean;
  /** Label of the submit button. */
  readonly submit: string;
  readonly send: (value: NewPassword & { readonly current: string }) => Promise<void>;
}

/** Form that changes the user's password. */
export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { t } = useTranslation('access-web');
  const form = useSending(PASSWORD_REFUSALS);
  const [current, setCurrent] = useState('');
  const [value, setValue] = useState(NO_PASSWORD);
  const [asked, setAsked] = useState(false);
  const [isWrong, setWrong] = useState(false);
  const { formRef, fault, look } = useFaultFocus(form.refusal);
  const asksCurrent = props.asksCurrent === true;
  const sized = props.size === undefined ? {} : { size: props.size };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    setWrong(false);
    look();
    if ((asksCurrent && current === '') || passwordFault(value, props.rules) !== null) return;
    void form.send(async () => {
      try {
        await props.send({ ...value, current });
      } catch (error) {
        if (!asksCurrent || !(error instanceof ApiError) || error.code !== 'invalid_credentials') throw error;
        setWrong(true);
        look();
        return;
      }
      setCurrent('');
      setValue(NO_PASSWORD);
      setAsked(false);
    });
  };

  return (
    <form ref={formRef} className={styles.form} onSubmit={submit} noValidate>
      <Failure words={form.failure} />
      {props.username !== '' && (
        <input
          className="visually-hidden"
          name="username"
          autoComplete="username"
          value={props.username}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
      )}
      {asksCurrent && (
        <PasswordField
          {...sized}
          label={t('password.current')}
          autoFocus={props.autoFocus === true}
          name="current-password"
          autoComplete="current-password"
          value={current}
          onChange={(typed) => {
            setCurrent(typed);
            setWrong(false);
          }}
          error={
            asked && current === ''
              ? t('password.fault.current')
              : isWrong
                ? t('password.fault.current_wrong')
                : undefined
          }
        />
      )}
      <NewPasswordFields
        value={value}
        rules={props.rules}
        onChange={setValue}
        asked={asked}
        told={form.fieldFault('password')}
        autoFocus={!asksCurrent && props.autoFocus === true}
        {...sized}
      />
      {form.failure === null && <FormMessage fault={fault} />}
      <Button type="submit" {...sized} loading={form.sending} fullWidth={props.size === 'md'}>
        {props.submit}
      </Button>
    </form>
  );
}
