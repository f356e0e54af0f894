import type { UserProfile } from '@cotejo/access-contracts';
import { atom } from 'jotai';

export type SessionState =
  /** `logout` = deliberate, so the last page is not restored after the next sign-in. */
  | { readonly status: 'signed-out'; readonly reason: 'none' | 'logout' | 'expired' }
  /** The address is not allowed; no redirect to the sign-in page. */
  | { readonly status: 'unauthorized-ip' }
  | { readonly status: 'signed-in'; readonly user: UserProfile };

/** Sign-in state for components. Only the session writes it. */
export const sessionAtom = atom<SessionState>({ status: 'signed-out', reason: 'none' });
