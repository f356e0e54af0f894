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
      /** Whoever changes it gave their present password: their own e-mail asks for it. */
      readonly isProven?: boolean;
    }
  | RoleCommand
  | {
      readonly kind:
        'lock' | 'unlock' | 'force-reset' | 'release-sign-in' | 'remove-otp' | 'forget' | 'export';
    }
  /** Groups of those who administer the product, and what other groups there are. */
  | { readonly kind: 'groups'; readonly groups: readonly number[] }
  | { readonly kind: 'method'; readonly method: AuthenticationMethod }
  | { readonly kind: 'set-password'; readonly how: 'by_administrator' | 'generated' };

/** `userType`: null = as it is, or as the role needs. */
interface RoleCommand {
  readonly kind: 'role';
  readonly role: RoleRef;
  readonly userType?: UserType | null;
  /** Type of the slot that the person is given with it; absent = the one that they have. */
  readonly seat?: UserType;
}

/** Changing these needs the person's consent (specification 1, section 5). */
const CONSENTED: readonly PersonalField[] = ['first_name', 'last_name', 'email'];

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
  if (!mayHandle(by.actor, account, user)) return refused('beyond_own_rights');
  const base = { user: id, because: by.because };
  const isOwn = by.actor?.userId === id;

  switch (command.kind) {
    case 'edit': {
      if (command.fields.length === 0) return accepted();
      const needsConsent = command.fields.some((field) => CONSENTED.includes(field));
      if (needsConsent && !command.consent) return refused('consent_required');
      // Links to choose a password go there: whoever found an open screen would make the person theirs.
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
    case 'groups': {
      // It reaches beyond every account, so nobody within one gives it: only whoever runs the installation.
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
  // What a person is counts where places are counted: another kind of person needs a place of that kind.
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
