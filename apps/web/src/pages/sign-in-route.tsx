import { useUser } from '@cotejo/access-web';
import { Suspense, useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { Brand } from '../shell/brand.tsx';
import { PreferencesMenu } from '../shell/preferences-menu.tsx';
import { SignInPage } from './access-pages.tsx';
import { isLedElsewhere, pageAfterSignIn } from './after-sign-in.ts';

/** Sign-in page; afterwards redirects to the originally requested page. */
export function SignInRoute() {
  const user = useUser();
  const signedIn = user !== null;
  const ledElsewhere = user !== null && isLedElsewhere(user);
  const navigate = useNavigate();
  const [askedHere, setAskedHere] = useState(!signedIn);

  useEffect(() => {
    if (!signedIn) setAskedHere(true);
    else if (askedHere) void navigate(pageAfterSignIn(ledElsewhere), { replace: true });
  }, [signedIn, ledElsewhere, askedHere, navigate]);

  if (signedIn) return askedHere ? null : <Navigate to="/" replace />;
  return (
    <Suspense>
      <SignInPage brand={<Brand />} preferences={<PreferencesMenu />} />
    </Suspense>
  );
}
