import type { UserProfile } from '@cotejo/access-contracts';
import { Navigate, useLocation } from 'react-router';
import { BareLayout } from '../shell/bare-layout.tsx';
import { PROFILE_PATH, RESET_PATH } from '../shell/paths.ts';
import { ProfilePage, TermsDialog } from './access-pages.tsx';

type Duty = NonNullable<UserProfile['pending']>;

/** The user's pending duty; null if there is none. */
export function dutyOf(user: Pick<UserProfile, 'pending' | 'reset_password'>): Duty | null {
  return user.pending ?? (user.reset_password === true ? 'password_reset' : null);
}

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
