import { randomUUID } from 'node:crypto';
import {
  accessErrors,
  customRoleId,
  type accessCalls,
  type CustomRoleId,
  type PermissionMatrix,
  type Principal,
} from '@cotejo/access-contracts';
import { decideRole, type RoleCommand } from '@cotejo/access-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { z } from 'zod';
import { AccountScope, roleOfKey } from '../scope/account-scope.ts';
import type { AccessState } from '../state/access-state.ts';
import { authorOf, reasonOf, type ChangeAccess, type Reason } from '../state/change-access.ts';

type CreateRole = z.infer<typeof accessCalls.roles.create.body & object>;

/** See `RoleCommand`. */
interface NewMatrix {
  readonly permissions: PermissionMatrix;
  readonly previous?: PermissionMatrix | undefined;
}

export interface KeepRolesOptions {
  readonly state: AccessState;
  readonly changes: ChangeAccess;
}

/** Use cases on the roles of an account. Refusals are those of the calls. */
export class KeepRoles {
  constructor(private readonly options: KeepRolesOptions) {}

  /** `builtInNames`: names of the built-in roles, in every language. */
  async create(
    principal: Principal,
    body: CreateRole,
    builtInNames: readonly string[],
  ): Promise<CustomRoleId> {
    const role = customRoleId.parse(randomUUID());
    await this.decide(principal, reasonOf(body), (scope) => ({
      kind: 'create',
      role,
      roleType: typeOfKey(body.key),
      name: body.nombre,
      builtInNames,
      description: body.description,
      copyOf: body.copia_de === undefined ? null : scope.role(body.copia_de),
    }));
    return role;
  }

  rename(
    principal: Principal,
    role: string,
    to: { readonly nombre: string; readonly description?: string | undefined },
    builtInNames: readonly string[],
    reason: Reason,
  ): Promise<void> {
    return this.decide(principal, reason, (scope) => ({
      kind: 'rename',
      role: scope.role(role),
      name: to.nombre,
      builtInNames,
      description: to.description ?? null,
    }));
  }

  setPermissions(
    principal: Principal,
    role: string,
    { permissions, previous }: NewMatrix,
    reason: Reason,
  ): Promise<void> {
    return this.decide(principal, reason, (scope) => ({
      kind: 'set-permissions',
      role: scope.role(role),
      permissions,
      previous,
    }));
  }

  remove(principal: Principal, role: string, reason: Reason): Promise<void> {
    return this.decide(principal, reason, (scope) => ({ kind: 'delete', role: scope.role(role) }));
  }

  private async decide(
    principal: Principal,
    reason: Reason,
    commandOf: (scope: AccountScope) => RoleCommand,
  ): Promise<void> {
    const { changes, state } = this.options;
    const { accountId } = principal;
    await changes.within(accountId, authorOf(principal), reason, async (change) => {
      await state.settle();
      const command = commandOf(new AccountScope(state, accountId));
      await change.ofAccount((facts, account, by) => decideRole(facts, account, command, by));
    });
  }
}

function typeOfKey(key: string) {
  const role = roleOfKey(key);
  if (role === null) throw new Refusal(accessErrors, 'role_not_found');
  return role;
}
