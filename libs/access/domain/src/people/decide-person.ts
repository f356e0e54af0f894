import {
  ROLES_OF_TYPE,
  userType,
  type AuthenticationMethod,
  type CustomRoleId,
  type PersonalField,
  type Role,
  type RoleRef,
  type UserId,
  type UserType,
} from '@cotejo/access-contracts';
import { builtInRole, ownRole } from '../account/decide-role.ts';
import { accepted, refused, type Decision, type Deciding } from '../decision.ts';
import { DEFAULT_PERMISSIONS } from '../default-permissions.ts';
import { mayGrant, mayTouch } from '../grant-limits.ts';
import type { AccessFacts, AccountFacts, UserFacts } from '../state/access-facts.ts';
import { administratorsOf, slotOf } from '../state/principal-of-facts.ts';

export type PersonCommand =
  | { readonly kind: 'edit'; readonly fields: readonly PersonalField[]; readonly consent: boolean }
  | { readonly kind: 'role'; readonly role: RoleRef }
  | {
      readonly kind:
        'lock' | 'unlock' | 'force-reset' | 'release-sign-in' | 'remove-otp' | 'forget' | 'export';
    }
  | { readonly kind: 'method'; readonly method: AuthenticationMethod }
  | { readonly kind: 'set-password'; readonly how: 'by_administrator' | 'generated' };

/** Changing these needs the person's consent (specification 1, section 5). */
const CONSENTED: readonly PersonalField[] = ['first_name', 'last_name', 'email'];

/** Who is registered, and as what; the role is one of the account's, or built in. */
export function decideRegistration(
  account: AccountFacts,
  person: { readonly user: UserId; readonly role: RoleRef; readonly userType: UserType | null },
  by: Deciding,
): Decision {
  const role = roleMeant(account, person.role);
  if (role === null) return refused('role_not_found');
  const type = person.userType ?? typeFor(role.roleType);
  if (!ROLES_OF_TYPE[type].includes(role.roleType)) return refused('slot_type_differs');
  if (!mayGiveRole(account, role, by)) return refused('beyond_own_rights');
  const { user } = person;
  const registered = {
    type: 'UserRegistered' as const,
    data: {
      user,
      account: account.id,
      role: role.roleType,
      userType: type,
      isSuperuser: false,
      groups: [],
    },
  };
  if (role.customRole === null) return accepted(registered);
  const { roleType, customRole } = role;
  return accepted(registered, {
    type: 'UserRoleChanged',
    data: { user, because: by.because, role: roleType, customRole },
  });
}

/**
 * What somebody does to another person's access, within one account. Nobody changes their own; administrators
 * are changed by administrators; one is always left.
 */
export function decidePerson(
  facts: AccessFacts,
  account: AccountFacts,
  id: UserId,
  command: PersonCommand,
  by: Deciding,
): Decision {
  const user = facts.users.get(id);
  // Of another account or of none: the same answer.
  if (user === undefined || user.accountId !== account.id) return refused('user_not_found');
  if (user.forgotten) return refused('user_forgotten');
  if (!mayTouch(by.actor, user)) return refused('beyond_own_rights');
  const base = { user: id, because: by.because };
  const isOwn = by.actor?.userId === id;

  switch (command.kind) {
    case 'edit': {
      if (command.fields.length === 0) return accepted();
      const needsConsent = command.fields.some((field) => CONSENTED.includes(field));
      if (needsConsent && !command.consent) return refused('consent_required');
      return accepted({
        type: 'UserEdited',
        data: { ...base, fields: [...command.fields], consent: command.consent },
      });
    }
    case 'role':
      return changeRole(facts, account, user, command.role, by);
    case 'lock':
      if (user.locked) return refused('already_so');
      if (isOwn) return refused('own_access');
      return isLast(facts, account, user, by)
        ? refused('last_administrator')
        : accepted({ type: 'UserLocked', data: base });
    case 'unlock':
      return user.locked ? accepted({ type: 'UserUnlocked', data: base }) : refused('already_so');
    case 'method':
      if (user.method === command.method) return refused('already_so');
      if (isOwn) return refused('own_access');
      return accepted({ type: 'AuthenticationMethodChanged', data: { ...base, method: command.method } });
    case 'set-password':
      if (user.method !== 'password') return refused('password_not_own');
      // The own one is changed by whoever knows the present one.
      if (isOwn) return refused('own_access');
      return accepted({ type: 'PasswordChanged', data: { ...base, how: command.how } });
    case 'force-reset':
      if (user.method !== 'password') return refused('password_not_own');
      return user.mustReset ? accepted() : accepted({ type: 'PasswordResetForced', data: base });
    case 'release-sign-in':
      return user.throttledUntil === null ? accepted() : accepted({ type: 'SignInReleased', data: base });
    case 'remove-otp':
      if (!user.totp) return refused('already_so');
      return isOwn
        ? refused('own_access')
        : accepted({ type: 'SecondFactorRemoved', data: { ...base, factor: 'totp' } });
    case 'export':
      return accepted({ type: 'PersonalDataExported', data: base });
    case 'forget':
      if (isOwn) return refused('own_access');
      return isLast(facts, account, user, by)
        ? refused('last_administrator')
        : accepted({ type: 'UserForgotten', data: base });
  }
}

function changeRole(
  facts: AccessFacts,
  account: AccountFacts,
  user: UserFacts,
  ref: RoleRef,
  by: Deciding,
): Decision {
  const role = roleMeant(account, ref);
  if (role === null) return refused('role_not_found');
  if (role.roleType === user.role && role.customRole === user.customRole) return accepted();
  if (by.actor?.userId === user.id) return refused('own_access');
  if (!mayGiveRole(account, role, by)) return refused('beyond_own_rights');
  const slot = slotOf(account, user);
  if (slot !== null && !ROLES_OF_TYPE[slot.slotType].includes(role.roleType))
    return refused('slot_type_differs');
  if (role.roleType !== 'admin' && isLast(facts, account, user, by)) return refused('last_administrator');
  const { roleType, customRole } = role;
  const base = { user: user.id, because: by.because };
  const fits = ROLES_OF_TYPE[user.userType].includes(roleType);
  return accepted(
    { type: 'UserRoleChanged', data: { ...base, role: roleType, customRole } },
    ...(fits ? [] : [{ type: 'UserTypeChanged' as const, data: { ...base, userType: typeFor(roleType) } }]),
  );
}

interface RoleMeant {
  readonly roleType: Role;
  readonly customRole: CustomRoleId | null;
}

function roleMeant(account: AccountFacts, ref: RoleRef): RoleMeant | null {
  const own = ownRole(account, ref);
  if (own !== null) return { roleType: own.roleType, customRole: own.id };
  const roleType = builtInRole(ref);
  return roleType === null ? null : { roleType, customRole: null };
}

function mayGiveRole(
  account: AccountFacts,
  { roleType, customRole }: RoleMeant,
  { actor }: Deciding,
): boolean {
  if (!mayTouch(actor, { role: roleType, isSuperuser: false })) return false;
  const own = customRole === null ? undefined : account.roles.get(customRole);
  return mayGrant(
    actor,
    own?.permissions ?? account.matrices[roleType] ?? DEFAULT_PERMISSIONS[roleType],
    roleType,
  );
}

const typeFor = (role: Role): UserType =>
  userType.options.find((type) => ROLES_OF_TYPE[type].includes(role)) ?? 'guest';

function isLast(facts: AccessFacts, account: AccountFacts, { id }: UserFacts, by: Deciding): boolean {
  const administrators = administratorsOf(facts, account, by);
  return administrators.length === 1 && administrators[0]?.id === id;
}
