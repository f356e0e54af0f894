import {
  TERMS_EVENT,
  type Pending,
  type PermissionMap,
  type Principal,
  type SessionId,
} from '@cotejo/access-contracts';
import { DEFAULT_PERMISSIONS } from '../default-permissions.ts';
import { canOf } from '../evaluate.ts';
import type { AccessFacts, AccountFacts, SessionFacts, SlotFacts, UserFacts } from './access-facts.ts';

/** External inputs that decide, beside the facts, whether a user may be signed in. */
export interface Moment {
  readonly now: Date;
  /** Today in the account's time zone, `yyyy-MM-dd`: slot dates are calendar days. */
  readonly today: string;
  /** Version of the current terms; null where there are none to accept. */
  readonly termsVersion: string | null;
}

/** Reason why a user may not be signed in. */
export type Outside =
  'forgotten' | 'locked' | 'account_suspended' | 'without_slot' | 'slot_outside_dates' | 'consultant_over';

export const isCurrent = (
  { startsOn, dueOn }: Pick<SlotFacts, 'startsOn' | 'dueOn'>,
  today: string,
): boolean => startsOn <= today && (dueOn === null || today <= dueOn);

/** Whether the account's contract limits its users by slots. */
export const hasSlots = ({ slots }: AccountFacts): boolean =>
  [...slots.values()].some(({ pool }) => pool === 'account');

/** The user's slot of the account's contract. */
export function slotOf(
  account: AccountFacts,
  { id, accountId }: Pick<UserFacts, 'id' | 'accountId'>,
): SlotFacts | null {
  if (accountId !== account.id) return null;
  for (const slot of account.slots.values()) if (slot.user === id && slot.pool === 'account') return slot;
  return null;
}

/**
 * Reason why a user may not be signed in; null when they may. A user who never had a slot needs none (the first
 * administrator, users of an account without slots); a user who lost it is out until given another.
 */
export function outside(account: AccountFacts, user: UserFacts, { now, today }: Moment): Outside | null {
  if (user.forgotten) return 'forgotten';
  if (user.locked) return 'locked';
  if (account.suspended) return 'account_suspended';
  const consultant = account.consultants.get(user.id);
  if (consultant && (consultant.revoked || consultant.until <= now)) return 'consultant_over';
  const slot = slotOf(account, user);
  if (slot !== null) return isCurrent(slot, today) ? null : 'slot_outside_dates';
  return account.unseated.has(user.id) ? 'without_slot' : null;
}

/** Permissions of a user's role: of the custom role, else the account's for the role type, else the default. */
export function permissionsOf(account: AccountFacts, { role, customRole }: UserFacts): PermissionMap {
  const own = customRole === null ? undefined : account.roles.get(customRole);
  // A role that was deleted, or made for another type, is ignored.
  if (own?.roleType === role) return own.permissions;
  return account.matrices[role] ?? DEFAULT_PERMISSIONS[role];
}

/**
 * The first action that the user must complete before anything else; null = none. Where the account requires a second
 * factor, a session opened with a mailed code satisfies it, so no smartphone is needed.
 */
export function pendingOf(
  account: AccountFacts,
  user: UserFacts,
  session: Pick<SessionFacts, 'secondFactor'> | null,
  { termsVersion }: Moment,
): Pending | null {
  if (user.mustReset && user.method === 'password') return 'password_reset';
  const hasFactor = user.totp || (session?.secondFactor ?? null) !== null;
  if (account.secondFactorRequired && user.method === 'password' && !hasFactor) return 'second_factor';
  const isAsked = account.demo && termsVersion !== null;
  return isAsked && user.events.get(TERMS_EVENT) !== termsVersion ? 'terms' : null;
}

/** The principal of a user; null while the user may not be signed in. */
export function principalOfFacts(
  facts: AccessFacts,
  user: UserFacts,
  session: SessionId | null,
  moment: Moment,
): Principal | null {
  const account = facts.accounts.get(user.accountId);
  if (account === undefined || outside(account, user, moment) !== null) return null;
  const opened = session === null ? undefined : facts.sessions.get(session);
  const pending = pendingOf(account, user, opened?.userId === user.id ? opened : null, moment);
  return {
    userId: user.id,
    accountId: user.accountId,
    sessionId: session,
    role: user.role,
    isSuperuser: user.isSuperuser,
    groups: user.groups,
    permissions: permissionsOf(account, user),
    userType: user.userType,
    addons: account.addons,
    roleMatrices: account.matrices,
    ...(pending && { pending }),
  };
}

/** Active administrators of an account: at least one must remain. */
export function administratorsOf(
  facts: AccessFacts,
  account: AccountFacts,
  moment: Moment,
): readonly UserFacts[] {
  return [...facts.users.values()].filter(
    (user) =>
      user.accountId === account.id &&
      !account.consultants.has(user.id) &&
      outside(account, user, moment) === null &&
      canOf(asPrincipal(account, user))('users.edit'),
  );
}

const asPrincipal = (account: AccountFacts, user: UserFacts): Principal => ({
  userId: user.id,
  accountId: user.accountId,
  sessionId: null,
  role: user.role,
  isSuperuser: user.isSuperuser,
  groups: user.groups,
  permissions: permissionsOf(account, user),
});
