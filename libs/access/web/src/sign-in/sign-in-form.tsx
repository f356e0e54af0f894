import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { useErrorText } from '@cotejo/ui';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/use-session.ts';
import styles from './sign-in-form.module.css';

type Step = 'username' | 'password';

/** Two steps: the user name is validated first, then the password is asked for. */
export function SignInForm() {
  const { t } = useTranslation('access-web');
  const session = useSession();
  const words = useErrorText();
  const [step, setStep] = useState<Step>('username');
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [shown, setShown] = useState(false);

  const name = username.trim();
  const goTo = (next: Step) => {
    setStep(next);
    setPassword('');
    setShown(false);
    setCapsLock(false);
    setMissing(false);
    setFailure(null);
  };

  /** What one step sends; answers the words of a refusal, or null when all went well. */
  const send = async (): Promise<string | null> => {
    if (step === 'username') {
      await session.validateUsername(name);
      goTo('password');
      return null;
    }
    const [, refusal] = await session.signIn(name, password);
    return refusal?.error ?? null;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const empty = step === 'username' ? name === '' : password === '';
    setMissing(empty);
    if (empty) return;
    setSending(true);
    setFailure(null);
    try {
      setFailure(await send());
    } catch (error) {
      setFailure(words(error));
    } finally {
      setSending(false);
    }
  };

  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div>
        <h1 className={styles.title}>{t('sign_in.title')}</h1>
        <p className={styles.intro}>{t(step === 'username' ? 'sign_in.intro' : 'sign_in.hello')}</p>
      </div>
      {failure !== null && (
        <Alert className={styles.failure} color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      {step === 'username' ? (
        <TextInput
          key="username"
          label={t('sign_in.username')}
          placeholder={t('sign_in.username_hint')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          // The page is this form: whoever arrives came to type here.
          autoFocus
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={missing ? t('sign_in.username_required') : undefined}
        />
      ) : (
        <>
          <div className={styles.who}>
            <span className={styles.name}>{name}</span>
            <Button variant="subtle" size="compact-sm" onClick={() => goTo('username')}>
              {t('sign_in.change_user')}
            </Button>
            {/* Password managers pair the password with it. */}
            <input
              className="visually-hidden"
              name="username"
              autoComplete="username"
              value={name}
              readOnly
              tabIndex={-1}
              aria-hidden
            />
          </div>
          <PasswordInput
            key="password"
            label={t('sign_in.password')}
            name="password"
            autoComplete="current-password"
            size="md"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            onBlur={() => setCapsLock(false)}
            error={missing ? t('sign_in.password_required') : undefined}
            description={<span aria-live="polite">{capsLock ? t('sign_in.caps_lock') : ''}</span>}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            visible={shown}
            onVisibilityChange={setShown}
            visibilityToggleButtonProps={{
              'aria-label': t(shown ? 'sign_in.hide_password' : 'sign_in.show_password'),
              tabIndex: 0,
            }}
          />
        </>
      )}
      <Button type="submit" size="md" loading={sending} fullWidth>
        {t(step === 'username' ? 'sign_in.continue' : 'sign_in.enter')}
      </Button>
    </form>
  );
}
