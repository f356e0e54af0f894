import { shellCalls, type AuthenticationMethod } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/use-session.ts';

const UNTIL_TOLD: readonly AuthenticationMethod[] = ['password'];

/** Sign-in methods of the installation; the server refuses to assign any other. */
export function useOfferedMethods(): readonly AuthenticationMethod[] {
  const { api } = useSession();
  const { data } = useQuery({
    // Shares the shell's query, so that the settings are requested once.
    queryKey: ['shell-settings'],
    queryFn: ({ signal }) => perform(api, shellCalls.settings, {}, { signal }),
    staleTime: Infinity,
  });
  return data?.methods ?? UNTIL_TOLD;
}
