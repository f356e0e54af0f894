import type { UserProfile } from '@cotejo/access-contracts';
import { Navigate, useLocation } from 'react-router';
import { BareLayout } from '../shell/bare-layout.tsx';
import { PROFILE_PATH, RESET_PATH } from '../shell/paths.ts';
import { ProfilePage, TermsDialog } from './access-pages.tsx';
import type { Duty } from './duty-of.ts';

/**
 * Replaces the application while a duty is pending. No socket or room is opened, because the server issues no
 * tickets.
 */
export function PendingDuty({ user, duty }: { readonly user: UserProfile; readonly duty: Duty }) {
  const { pathname } = useLocation();
  if (duty === 'password_reset') return <Navigate to={RESET_PATH} replace />;
  if (duty === 'second_factor' && pathname !== PROFILE_PATH) return <Navigate to={PROFILE_PATH} replace />;
  return <BareLayout user={user}>{duty === 'terms' ? <TermsDialog /> : <ProfilePage />}</BareLayout>;
}
