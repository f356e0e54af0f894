import {
  ROLES_OF_TYPE,
  type AuthenticationMethod,
  type PersonalField,
  type RoleRef,
  type UserId,
  type UserType,
} from '@cotejo/access-contracts';
import { accepted, refused, type Decision, type Deciding } from '../decision.ts';
import { mayHandle } from '../grant-limits.ts';
import type { AccessFacts, AccountFacts, UserFacts } from '../state/access-facts.ts';
import { administratorsOf, hasSlots, slotOf } from '../state/principal-of-facts.ts';
import { mayGiveRole, roleMeant, typeFor } from './role-meant.ts';

export type PersonCommand =
  | {
      readonly kind: 'edit';
      readonly fields: readonly PersonalField[];
      readonly consent: boolean;
      /** The actor confirmed the current password; required to change one's own e-mail. */
      readonly isProven?: boolean;
    }
  | RoleCommand
  | {
      readonly kind:
        'lock' | 'unlock' | 'force-reset' | 'release-sign-in' | 'remove-otp' | 'forget' | 'export';
    }
  /** Product administrators' groups, and all other groups. */
  | { readonly kind: 'groups'; readonly groups: readonly number[] }
  | { readonly kind: 'method'; readonly method: AuthenticationMethod }
  | { readonly kind: 'set-password'; readonly how: 'by_administrator' | 'generated' };

/** `userType`: null = unchanged, or as the role requires. */
interface RoleCommand {
  readonly kind: 'role';
  readonly role: RoleRef;
  readonly userType?: UserType | null;
  /** Type of the slot that the user is given in the same step; absent = the current slot. */
  readonly seat?: UserType;
}

/** Changing these needs the user's consent (specification 1, section 5). */
const CONSENTED: readonly PersonalField[] = ['first_name', 'last_name', 'email'];

/**
 * Decides on changes of a user's access by another, within one account. Users can't change their own access;
 * administrators are changed only by administrators; the last administrator can't be removed.
 */
export function decidePerson(
  facts: AccessFacts,
  account: AccountFacts,
  id: UserId,
  command: PersonCommand,
  by: Deciding,
): Decision {
  const user = facts.users.get(id);
  // Same answer for unknown users and users of other accounts.
  if (user === undefined || user.accountId !== account.id) return refused('user_not_found');
  if (user.forgotten) return refused('user_forgotten');
  if (!mayHandle(by.actor, account, user)) return refused('beyond_own_rights');
  const base = { user: id, because: by.because };
  const isOwn = by.actor?.userId === id;

  switch (command.kind) {
    case 'edit': {
      if (command.fields.length === 0) return accepted();
      const needsConsent = command.fields.some((field) => CONSENTED.includes(field));
      if (needsConsent && !command.consent) return refused('consent_required');
      // Password links are sent to this address: at an unattended screen, anyone could take over the account.
      if (isOwn && command.fields.includes('email') && command.isProven !== true)
        return refused('own_access');
      return accepted({
        type: 'UserEdited',
        data: { ...base, fields: [...command.fields], consent: command.consent },
      });
    }
    case 'role':
      return changeRole(facts, account, user, command, by);
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
      // One's own password is changed with the current one, by another call.
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
    case 'groups': {
      // Groups reach beyond one account, so only the installation's operator (the system) may change them.
      if (by.actor !== null) return refused('beyond_own_rights');
      const groups = [...new Set(command.groups)].sort((a, b) => a - b);
      const before = [...user.groups].sort((a, b) => a - b);
      if (groups.join() === before.join()) return refused('already_so');
      return accepted({
        type: 'UserPrivilegesChanged',
        data: { ...base, isSuperuser: user.isSuperuser, groups },
      });
    }
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
  { role: ref, userType: wanted = null, seat }: RoleCommand,
  by: Deciding,
): Decision {
  const role = roleMeant(account, ref);
  if (role === null) return refused('role_not_found');
  const { roleType, customRole } = role;
  const isSameRole = roleType === user.role && customRole === user.customRole;
  const fits = ROLES_OF_TYPE[user.userType].includes(roleType);
  const type = wanted ?? (fits ? user.userType : typeFor(roleType));
  if (isSameRole && type === user.userType) return accepted();
  if (by.actor?.userId === user.id) return refused('own_access');
  if (!isSameRole && !mayGiveRole(account, role, by)) return refused('beyond_own_rights');
  if (!ROLES_OF_TYPE[type].includes(roleType)) return refused('slot_type_differs');
  const held = seat ?? slotOf(account, user)?.slotType ?? null;
  if (held !== null && !ROLES_OF_TYPE[held].includes(roleType)) return refused('slot_type_differs');
  // Slots are counted by user type: changing it requires a slot of the new type.
  if (type !== user.userType && hasSlots(account) && held !== type) return refused('slot_type_differs');
  if (roleType !== 'admin' && isLast(facts, account, user, by)) return refused('last_administrator');
  const base = { user: user.id, because: by.because };
  return accepted(
    ...(isSameRole
      ? []
      : [{ type: 'UserRoleChanged' as const, data: { ...base, role: roleType, customRole } }]),
    ...(type === user.userType
      ? []
      : [{ type: 'UserTypeChanged' as const, data: { ...base, userType: type } }]),
  );
}

function isLast(facts: AccessFacts, account: AccountFacts, { id }: UserFacts, by: Deciding): boolean {
  const administrators = administratorsOf(facts, account, by);
  return administrators.length === 1 && administrators[0]?.id === id;
}
