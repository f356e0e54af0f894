import { principalOfProfile, type Can, type Principal } from '@cotejo/access-contracts';
import { evaluate } from '@cotejo/access-domain';
import { useMemo } from 'react';
import { useUser } from './use-session.ts';

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
