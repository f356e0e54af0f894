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

/** The signed-in user, or null. */
export function useUser(): UserProfile | null {
  const state = useAtomValue(sessionAtom);
  return state.status === 'signed-in' ? state.user : null;
}

/** The signed-in user as the policy's principal, or null. */
export function usePrincipal(): Principal | null {
  const user = useUser();
  return useMemo(() => (user === null ? null : principalOfProfile(user)), [user]);
}

/** Permission check for hiding and disabling controls; the server checks again. */
export function useCan(): Can {
  const principal = usePrincipal();
  return useMemo<Can>(
    () => (permission, object) => principal !== null && evaluate(principal, permission, object),
    [principal],
  );
}
