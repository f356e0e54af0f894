import { takeLastPage, useUser } from '@cotejo/access-web';
import { Suspense, useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { Brand } from '../shell/brand.tsx';
import { PreferencesMenu } from '../shell/preferences-menu.tsx';
import { SignInPage } from './access-pages.tsx';
import { dutyOf } from './pending-duty.tsx';

/** Sign-in page; afterwards redirects to the originally requested page. */
export function SignInRoute() {
  const user = useUser();
  const signedIn = user !== null;
  // Duties that redirect elsewhere return to the requested page when done.
  const duty = user === null ? null : dutyOf(user);
  const isLedElsewhere = duty === 'password_reset' || duty === 'second_factor';
  const navigate = useNavigate();
  const [askedHere, setAskedHere] = useState(!signedIn);

  useEffect(() => {
    if (!signedIn) setAskedHere(true);
    else if (askedHere) {
      const next = isLedElsewhere ? '/' : takeLastPage(localStorage, location.origin);
      void navigate(next, { replace: true });
    }
  }, [signedIn, isLedElsewhere, askedHere, navigate]);

  if (signedIn) return askedHere ? null : <Navigate to="/" replace />;
  return (
    <Suspense>
      <SignInPage brand={<Brand />} preferences={<PreferencesMenu />} />
    </Suspense>
  );
}
