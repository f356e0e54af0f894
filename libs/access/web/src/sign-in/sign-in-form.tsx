import type { AuthenticationMethod, CodeChallenge } from '@cotejo/access-contracts';
import { createChunk, latePart, usePageTitle, useWhenIdle } from '@cotejo/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askedPackage, packageOf, rememberPackage } from './asked-package.ts';
import { ExternalReturn } from './external-return.tsx';
import { returnOf, type ExternalOutcome } from './external-sign-in.ts';
import { PasswordStep } from './password-step.tsx';
import { UsernameStep } from './username-step.tsx';

const laterSteps = createChunk(() => import('./later-steps.ts'));
const CodeStep = latePart(laterSteps, (steps) => steps.CodeStep);
const ForgotForm = latePart(laterSteps, (steps) => steps.ForgotForm);

type Step =
  | { readonly name: 'username'; readonly failure?: string }
  | {
      readonly name: 'password';
      readonly methods: readonly AuthenticationMethod[];
      readonly failure?: string;
    }
  | {
      readonly name: 'code';
      readonly challenge: CodeChallenge;
      readonly methods: readonly AuthenticationMethod[];
    }
  | { readonly name: 'external'; readonly outcome: ExternalOutcome }
  | { readonly name: 'forgot' };

/** Sign-in form with the steps username, password or another method, and code where one is required. */
export function SignInForm() {
  // A directory redirects back with a one-time token in the fragment.
  const [step, setStep] = useState<Step>(() => {
    const returned = returnOf(location);
    return returned === null ? { name: 'username' } : { name: 'external', outcome: returned };
  });
  const { t } = useTranslation('access-web-sign-in');
  useWhenIdle(laterSteps.load);
  usePageTitle(t(step.name === 'forgot' ? 'forgot.page' : 'sign_in.page'));
  const [username, setUsername] = useState('');
  const [typedPkg, setTypedPkg] = useState(() => askedPackage(location.search, localStorage));
  const pkg = packageOf(typedPkg);
  useEffect(() => rememberPackage(localStorage, pkg), [pkg]);
  const name = username.trim();
  const again = () => setStep({ name: 'username' });

  switch (step.name) {
    case 'username':
      return (
        <UsernameStep
          value={username}
          failure={step.failure ?? null}
          onChange={setUsername}
          onDone={(methods) => setStep({ name: 'password', methods })}
        />
      );
    case 'password':
      return (
        <PasswordStep
          username={name}
          pkg={typedPkg}
          onPkg={setTypedPkg}
          methods={step.methods}
          failure={step.failure ?? null}
          onCode={(challenge) => setStep({ name: 'code', challenge, methods: step.methods })}
          onForgotten={() => setStep({ name: 'forgot' })}
          onBack={again}
        />
      );
    case 'code':
      return (
        <CodeStep
          username={name}
          pkg={pkg}
          challenge={step.challenge}
          onExpired={(failure) => setStep({ name: 'password', methods: step.methods, failure })}
          onBack={again}
        />
      );
    case 'external':
      return (
        <ExternalReturn
          outcome={step.outcome}
          onFailed={(failure) => setStep({ name: 'username', failure })}
        />
      );
    case 'forgot':
      return <ForgotForm suggestion={name} pkg={pkg} onBack={again} />;
  }
}
