import { takeLastPage, useUser } from '@cotejo/access-web';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { Brand } from '../shell/brand.tsx';
import { PreferencesMenu } from '../shell/preferences-menu.tsx';

const SignInPage = lazy(() =>
  import('@cotejo/access-web/sign-in').then((page) => ({ default: page.SignInPage })),
);

/** The sign-in page; once it did its work, the page that the person wanted before. */
export function SignInRoute() {
  const signedIn = useUser() !== null;
  const navigate = useNavigate();
  const [askedHere, setAskedHere] = useState(!signedIn);

  useEffect(() => {
    if (!signedIn) setAskedHere(true);
    else if (askedHere) void navigate(takeLastPage(localStorage, location.origin), { replace: true });
  }, [signedIn, askedHere, navigate]);

  if (signedIn) return askedHere ? null : <Navigate to="/" replace />;
  return (
    <Suspense>
      <SignInPage brand={<Brand />} preferences={<PreferencesMenu />} />
    </Suspense>
  );
}
