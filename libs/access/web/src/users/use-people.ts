import { accessCalls, type RoleRow, type UserDetail, type UserRow } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../session/use-can.ts';
import { useSession } from '../session/use-session.ts';

export const PEOPLE_KEY = ['access', 'people'];
export const ROLES_KEY = ['access', 'roles'];

/** User administrators receive detail rows, other users short ones. */
export const isDetail = (row: UserDetail | UserRow): row is UserDetail => 'email' in row;

/** Users of the account. */
export function usePeople() {
  const { api } = useSession();
  return useQuery({
    queryKey: PEOPLE_KEY,
    queryFn: async () => (await perform(api, accessCalls.people.users, {})).filter(isDetail),
  });
}

/** Roles of the account, built-in ones first; not requested without the permission to see them. */
export function useRoles() {
  const { api } = useSession();
  const can = useCan();
  return useQuery({
    queryKey: ROLES_KEY,
    queryFn: async (): Promise<readonly RoleRow[]> => perform(api, accessCalls.roles.roles, {}),
    enabled: can('user_roles.list'),
  });
}
