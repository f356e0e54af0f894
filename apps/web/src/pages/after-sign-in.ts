import type { UserProfile } from '@cotejo/access-contracts';
import { takeLastPage } from '@cotejo/access-web';
import { dutyOf } from './duty-of.ts';

/** Whether a duty leads to its own page, which returns to the requested page when done. */
export function isLedElsewhere(user: UserProfile): boolean {
  const duty = dutyOf(user);
  return duty === 'password_reset' || duty === 'second_factor';
}

/** Page to open after signing in at `/login/`. */
export const pageAfterSignIn = (ledElsewhere: boolean): string =>
  ledElsewhere ? '/' : takeLastPage(localStorage, location.origin);
