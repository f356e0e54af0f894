import { DEFAULT_PACKAGE, type AuthenticationMethod, type CodeChallenge } from '@cotejo/access-contracts';
import { Failure, FormMessage, useFormFault } from '@cotejo/ui';
import { Anchor, Button, Divider, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../forms/password-field.tsx';
import { useSending } from '../forms/use-sending.ts';
import { useSignIn } from '../session/sign-in.ts';
import { packageOf } from './asked-package.ts';
import { externalAddress, isExternal } from './external-sign-in.ts';
import styles from './sign-in-form.module.css';
import { StepHead } from './step-head.tsx';
import { Who } from './who.tsx';

export interface PasswordStepProps {
  readonly username: string;
  /** Package in which to sign in, as typed. */
  readonly pkg: string;
  readonly onPkg: (pkg: string) => void;
  readonly methods: readonly AuthenticationMethod[];
  readonly failure: string | null;
  readonly onCode: (challenge: CodeChallenge) => void;
  readonly onForgotten: () => void;
  readonly onBack: () => void;
}

/** Step for the password, with the other sign-in methods of the installation. */
export function PasswordStep(props: PasswordStepProps) {
  const { t } = useTranslation('access-web-sign-in');
  const session = useSignIn();
  const form = useSending();
  const formRef = useRef<HTMLFormElement>(null);
  const formFault = useFormFault(formRef);
  const field = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  // The server reveals only after a correct password that a name exists in two accounts; until then the user may name
  // one.
  const [account, setAccount] = useState<string | null>(null);
  // A package other than the default is shown from the start, so that the user notices it.
  const [isPackageShown] = useState(packageOf(props.pkg) !== DEFAULT_PACKAGE);
  const [missing, setMissing] = useState(false);
  const external = props.methods.filter(isExternal);
  const named = (account ?? '').trim();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    // Selects the refused password, so that typing replaces it.
    const typeAgain = () => {
      field.current?.focus();
      field.current?.select();
    };
    if (password === '') return typeAgain();
    void form.send(async () => {
      const pkg = packageOf(props.pkg);
      const answer = await session.signIn(props.username, password, named === '' ? undefined : named, pkg);
      if (!answer[0]) {
        // The password matches in two accounts: show the account field.
        if (answer[1].code === 'account_required') setAccount(account ?? '');
        else typeAgain();
        return answer[1].error;
      }
      if ('w' in answer[2]) props.onCode(answer[2]);
      return null;
    });
  };

  return (
    <form ref={formRef} className={styles.form} onSubmit={submit} noValidate>
      <StepHead title={t('sign_in.title')} intro={t('sign_in.hello')} />
      <Failure words={form.sending ? null : (form.failure ?? props.failure)} />
      <Who name={props.username} onBack={props.onBack} />
      <div>
        <PasswordField
          ref={field}
          label={t('sign_in.password')}
          name="password"
          autoComplete="current-password"
          size="md"
          autoFocus
          value={password}
          onChange={setPassword}
          error={missing ? t('sign_in.password_required') : undefined}
        />
        <div className={styles.links}>
          <Anchor component="button" type="button" size="sm" onClick={props.onForgotten}>
            {t('sign_in.forgotten')}
          </Anchor>
          {account === null && (
            <Anchor component="button" type="button" size="sm" onClick={() => setAccount('')}>
              {t('sign_in.name_account')}
            </Anchor>
          )}
        </div>
      </div>
      {account !== null && (
        <TextInput
          label={t('sign_in.account')}
          description={t('sign_in.account_hint')}
          name="account"
          autoComplete="organization"
          size="md"
          autoFocus
          maxLength={120}
          value={account}
          onChange={(event) => setAccount(event.currentTarget.value)}
        />
      )}
      {(account !== null || isPackageShown) && (
        <TextInput
          label={t('sign_in.package')}
          description={t('sign_in.package_hint', { usual: DEFAULT_PACKAGE })}
          name="package"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          maxLength={60}
          value={props.pkg}
          onChange={(event) => props.onPkg(event.currentTarget.value)}
        />
      )}
      {form.failure === null && <FormMessage fault={formFault} />}
      <Button type="submit" size="md" loading={form.sending} fullWidth>
        {t('sign_in.enter')}
      </Button>
      {external.length > 0 && (
        <>
          <Divider label={t('sign_in.or')} />
          <div className={styles.methods}>
            {external.map((method) => (
              <Button
                key={method}
                component="a"
                href={externalAddress(method, named, packageOf(props.pkg))}
                variant="default"
                size="md"
                fullWidth
              >
                {t(`sign_in.with.${method}`)}
              </Button>
            ))}
          </div>
        </>
      )}
    </form>
  );
}
