import { shellCalls, type AuthenticationMethod } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/use-session.ts';

const UNTIL_TOLD: readonly AuthenticationMethod[] = ['password'];

/** Ways of signing in that the installation offers: the server refuses to give anybody another. */
export function useOfferedMethods(): readonly AuthenticationMethod[] {
  const { api } = useSession();
  const { data } = useQuery({
    // The same that the shell asks, once.
    queryKey: ['shell-settings'],
    queryFn: ({ signal }) => perform(api, shellCalls.settings, {}, { signal }),
    staleTime: Infinity,
  });
  return data?.methods ?? UNTIL_TOLD;
}
