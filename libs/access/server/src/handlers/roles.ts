import { accessCalls, type AccountId, type Principal, type RoleRow } from '@cotejo/access-contracts';
import type { AskedCall, Handlers, Language } from '@cotejo/http/server';
import { roleRowOf, roleRows } from '../roles/role-row.ts';
import { builtInNames, roleTexts } from '../roles/role-texts.ts';
import { AccountScope } from '../scope/account-scope.ts';
import { reasonOf } from '../state/change-access.ts';
import type { Served } from './served.ts';

type Calls = typeof accessCalls.roles;
type Asked<Name extends keyof Calls> = Pick<
  AskedCall<Calls[Name], Principal>,
  'principal' | 'params' | 'body' | 'language'
>;

/** Roles of the account, under both paths of the contract. */
export function roleHandlers({ access, texts }: Served): Handlers<Calls, Principal> {
  const { roles } = access.admin;
  const rows = ({ principal, language }: Pick<Asked<'roles'>, 'principal' | 'language'>): RoleRow[] => [
    ...roleRows(new AccountScope(access.state, principal.accountId), roleTexts(texts, language)),
  ];
  const row = (account: AccountId, id: string, language: Language): RoleRow =>
    roleRowOf(new AccountScope(access.state, account), id, roleTexts(texts, language));
  const matrix = ({ principal, params, language }: Omit<Asked<'permissions'>, 'body'>) => ({
    permissions: row(principal.accountId, params.id, language).permissions,
  });
  const set = async (asked: Asked<'setPermissions'>) => {
    const { principal, params, body } = asked;
    await roles.setPermissions(principal, params.id, body, reasonOf(body));
    return matrix(asked);
  };
  return {
    paramlist: rows,
    roles: rows,
    create: async ({ principal, body, language }) => {
      const role = await roles.create(principal, body, builtInNames(texts));
      return row(principal.accountId, role, language);
    },
    rename: async ({ principal, params: { id }, body, language }) => {
      await roles.rename(principal, id, body, builtInNames(texts), reasonOf(body));
      return row(principal.accountId, id, language);
    },
    remove: async ({ principal, params, query }) => {
      await roles.remove(principal, params.id, reasonOf(query));
      return { deleted: true };
    },
    paramlistPermissions: matrix,
    permissions: matrix,
    setParamlistPermissions: set,
    setPermissions: set,
  };
}
