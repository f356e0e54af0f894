import { lazy, Suspense } from 'react';
import { Brand } from '../shell/brand.tsx';
import { PreferencesMenu } from '../shell/preferences-menu.tsx';

const profile = () => import('@cotejo/access-web/profile');
const users = () => import('@cotejo/access-web/users');

/** Screens of access; each comes when it is first asked for. */
export const ProfilePage = lazy(() => profile().then((page) => ({ default: page.ProfilePage })));
export const TermsDialog = lazy(() => profile().then((page) => ({ default: page.TermsDialog })));
export const UsersPage = lazy(() => users().then((page) => ({ default: page.UsersPage })));
export const SlotsPage = lazy(() => users().then((page) => ({ default: page.SlotsPage })));
export const RolesPage = lazy(() =>
  import('@cotejo/access-web/roles').then((page) => ({ default: page.RolesPage })),
);
export const SecurityPage = lazy(() =>
  import('@cotejo/access-web/security').then((page) => ({ default: page.SecurityPage })),
);

const ResetPasswordPage = lazy(() => profile().then((page) => ({ default: page.ResetPasswordPage })));

/** `/profile/ResetPassword/`: open to whoever has the link of an e-mail, and to whoever must choose another. */
export function ResetPasswordRoute() {
  return (
    <Suspense>
      <ResetPasswordPage brand={<Brand />} preferences={<PreferencesMenu />} />
    </Suspense>
  );
}
