import { type CustomRoleId, type PermissionMatrix, type Role, type RoleRef } from '@cotejo/access-contracts';
import { accepted, refused, type Decision, type Deciding } from '../decision.ts';
import { DEFAULT_PERMISSIONS } from '../default-permissions.ts';
import { grantsAlike, mayGrant, unknownName } from '../grant-limits.ts';
import type { AccessFacts, AccountFacts, RoleFacts } from '../state/access-facts.ts';
import { isBuiltInName } from './built-in-name.ts';

export type RoleCommand =
  | {
      readonly kind: 'create';
      readonly role: CustomRoleId;
      readonly roleType: Role;
      readonly name: string;
      /** Names of the built-in roles, in every language. */
      readonly builtInNames: readonly string[];
      readonly description: string;
      /** Role whose permissions are copied; null = those of the role type. */
      readonly copyOf: RoleRef | null;
    }
  | {
      readonly kind: 'rename';
      readonly role: RoleRef;
      readonly name: string;
      readonly builtInNames: readonly string[];
      readonly description: string | null;
    }
  | {
      readonly kind: 'set-permissions';
      readonly role: RoleRef;
      readonly permissions: PermissionMatrix;
      /** Permissions shown when the edit began, to detect concurrent changes; absent = no check. */
      readonly previous?: PermissionMatrix | undefined;
    }
  | { readonly kind: 'delete'; readonly role: RoleRef };

const sameName = (one: string, other: string): boolean =>
  one.trim().toLocaleLowerCase('es') === other.trim().toLocaleLowerCase('es');

/**
 * Decides on the roles of an account. The administrators' permissions can't be changed, so that they can't lock
 * themselves out.
 */
export function decideRole(
  facts: AccessFacts,
  account: AccountFacts,
  command: RoleCommand,
  by: Deciding,
): Decision {
  const base = { account: account.id, because: by.because };
  const isTaken = (name: string, but: RoleFacts | null) =>
    [...account.roles.values()].some((one) => one.id !== but?.id && sameName(one.name, name));

  if (command.kind === 'create') {
    const { role, roleType, name, description, copyOf } = command;
    if (roleType === 'admin') return refused('role_is_built_in');
    if (isTaken(name, null)) return refused('role_name_taken');
    if (isBuiltInName(name, command.builtInNames)) return refused('role_name_built_in');
    const source = copyOf === null ? matrixIn(account, roleType) : sourceOf(account, copyOf);
    if (source === null) return refused('role_not_found');
    if ('roleType' in source && source.roleType !== roleType) return refused('role_type_differs');
    const { permissions } = source;
    if (!mayGrant(by.actor, permissions, roleType)) return refused('beyond_own_rights');
    return accepted({
      type: 'RoleCreated',
      data: { ...base, role, roleType, name, description, permissions },
    });
  }

  const own = ownRole(account, command.role);
  const builtIn = own === null ? builtInRole(command.role) : null;
  if (own === null && builtIn === null) return refused('role_not_found');

  if (command.kind === 'set-permissions') {
    if (builtIn === 'admin') return refused('role_is_built_in');
    const unknown = unknownName(command.permissions);
    if (unknown !== null) return refused('permission_unknown', { key: unknown });
    const roleType = own?.roleType ?? builtIn ?? 'guest';
    const before = sourceOf(account, command.role)?.permissions ?? {};
    // The actor must hold both the old and the new permissions: rights beyond their own can be neither given nor taken.
    const mayChange = [before, command.permissions].every((one) => mayGrant(by.actor, one, roleType));
    if (!mayChange) return refused('beyond_own_rights');
    const { previous, permissions } = command;
    // A concurrent change is not overwritten unseen. Repeating one's own change is not a conflict.
    const isOutdated = previous !== undefined && !grantsAlike(before, previous);
    if (isOutdated && !grantsAlike(before, permissions)) return refused('role_changed');
    return accepted({
      type: 'RoleMatrixSet',
      data: { ...base, role: command.role, permissions },
    });
  }
  if (own === null) return refused('role_is_built_in');
  if (command.kind === 'delete') {
    const users = [...facts.users.values()];
    const inUse = users.some(
      ({ accountId, customRole, forgotten }) =>
        accountId === account.id && customRole === own.id && !forgotten,
    );
    return inUse
      ? refused('role_in_use')
      : accepted({ type: 'RoleDeleted', data: { ...base, role: own.id } });
  }
  if (isTaken(command.name, own)) return refused('role_name_taken');
  // A role that already has such a name may keep it.
  if (command.name !== own.name && isBuiltInName(command.name, command.builtInNames))
    return refused('role_name_built_in');
  const description = command.description ?? own.description;
  if (command.name === own.name && description === own.description) return accepted();
  return accepted({ type: 'RoleRenamed', data: { ...base, role: own.id, name: command.name, description } });
}

/** A custom role of the account; null for built-in and unknown roles. */
export const ownRole = ({ roles }: AccountFacts, ref: string): RoleFacts | null =>
  [...roles.values()].find(({ id }) => id === ref) ?? null;

export const builtInRole = (ref: string): Role | null =>
  (Object.keys(DEFAULT_PERMISSIONS) as Role[]).find((role) => role === ref) ?? null;

const matrixIn = ({ matrices }: AccountFacts, role: Role): { readonly permissions: PermissionMatrix } => ({
  permissions: (matrices[role] ?? DEFAULT_PERMISSIONS[role]) as PermissionMatrix,
});

function sourceOf(
  account: AccountFacts,
  ref: RoleRef,
): { readonly roleType: Role; readonly permissions: PermissionMatrix } | null {
  const own = ownRole(account, ref);
  if (own !== null) return { roleType: own.roleType, permissions: own.permissions as PermissionMatrix };
  const builtIn = builtInRole(ref);
  return builtIn === null ? null : { roleType: builtIn, ...matrixIn(account, builtIn) };
}
