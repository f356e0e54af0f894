import type { UserProfile } from '@cotejo/access-contracts';
import { useAtomValue } from 'jotai';
import { createContext, useContext } from 'react';
import type { Session } from './session.ts';
import { sessionAtom } from './session-atom.ts';

/** Null outside of `SessionProvider`. */
export const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The session of this browser; needs `SessionProvider` above. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** The signed-in user, or null. */
export function useUser(): UserProfile | null {
  const state = useAtomValue(sessionAtom);
  return state.status === 'signed-in' ? state.user : null;
}
