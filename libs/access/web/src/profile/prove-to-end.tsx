import { DialogForm } from '@cotejo/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../forms/password-field.tsx';
import { useSending } from '../forms/use-sending.ts';
import styles from './profile.module.css';

const AT_FIELD = { invalid_credentials: 'password' };

export interface ProveToEndProps {
  /** For password managers. */
  readonly username: string;
  readonly send: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the password before sessions end: an unattended screen may be used by another person. */
export function ProveToEnd({ username, send, onClose }: ProveToEndProps) {
  const { t } = useTranslation('access-web');
  const form = useSending(AT_FIELD);
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const fault = isMissing ? 'current' : form.fieldFault('password') === undefined ? null : 'current_wrong';
  const submit = () => {
    setMissing(password === '');
    if (password !== '') void form.send(() => send(password));
  };
  return (
    <DialogForm
      title={t('sessions.prove')}
      submit={t('sessions.end')}
      danger
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.hint}>{t('sessions.prove_hint')}</p>
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
        onChange={(typed) => {
          setPassword(typed);
          setMissing(false);
        }}
        error={fault === null ? undefined : t(`password.fault.${fault}`)}
      />
    </DialogForm>
  );
}
