import { accessCalls } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/use-session.ts';

export const SECURITY_KEY = ['access', 'security'];
export const RULES_KEY = ['access', 'password-rules'];

/** The account's second factor rule and allowed addresses. */
export function useSecurity() {
  const { api } = useSession();
  return useQuery({ queryKey: SECURITY_KEY, queryFn: () => perform(api, accessCalls.account.security, {}) });
}

/** The account's password rules. */
export function usePasswordRules() {
  const { api } = useSession();
  return useQuery({
    queryKey: RULES_KEY,
    queryFn: () => perform(api, accessCalls.account.passwordRules, {}),
  });
}
