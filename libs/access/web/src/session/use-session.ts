import { principalOfProfile, type Can, type Principal, type UserProfile } from '@cotejo/access-contracts';
import { evaluate } from '@cotejo/access-domain';
import { useAtomValue } from 'jotai';
import { createContext, useContext, useMemo } from 'react';
import { sessionAtom, type Session } from './session.ts';

const SessionContext = createContext<Session | null>(null);
export const SessionProvider = SessionContext.Provider;

/** The session of this browser; needs `SessionProvider` above. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it');
  return session;
}

/** Who is signed in, or null. */
export function useUser(): UserProfile | null {
  const state = useAtomValue(sessionAtom);
  return state.status === 'signed-in' ? state.user : null;
}

/** Who is signed in, as the policy knows a person, or null. */
export function usePrincipal(): Principal | null {
  const user = useUser();
  return useMemo(() => (user === null ? null : principalOfProfile(user)), [user]);
}

/** The question that hides and disables what a person may not do; the server asks it again. */
export function useCan(): Can {
  const principal = usePrincipal();
  return useMemo<Can>(
    () => (permission, object) => principal !== null && evaluate(principal, permission, object),
    [principal],
  );
}
