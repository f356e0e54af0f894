import {
  ROLES_OF_TYPE,
  type RoleRef,
  type SlotId,
  type UserId,
  type UserType,
} from '@cotejo/access-contracts';
import { decideSlot, freeSlot } from '../account/decide-slot.ts';
import { accepted, refused, type AccessErrorCode, type Decision, type Deciding } from '../decision.ts';
import type { AccessFacts, AccountFacts } from '../state/access-facts.ts';
import { hasSlots, slotOf } from '../state/principal-of-facts.ts';
import { mayGiveRole, roleMeant, typeFor, type RoleMeant } from './role-meant.ts';

/** Group of the product's administrators (specification 1, section 2). */
const PRODUCT_ADMINISTRATORS = 2;

/** A user to be registered; `userType` null = as the role requires. */
export interface Newcomer {
  readonly user: UserId;
  readonly role: RoleRef;
  readonly userType: UserType | null;
  /** Admitted by the product's administrators without a slot: first administrators and consultants. */
  readonly isBesideSlots?: boolean;
  /** The installation's first user, who also administers the product. Only the system creates one. */
  readonly isFounder?: boolean;
}

type Judged =
  | { readonly role: RoleMeant; readonly type: UserType; readonly refusal: null }
  | { readonly refusal: AccessErrorCode };

/**
 * Decides on registering a user with a custom or built-in role. In an account with slots, the user must hold one
 * already (`claimSlot`).
 */
export function decideRegistration(account: AccountFacts, person: Newcomer, by: Deciding): Decision {
  const judged = judge(account, person, by);
  if (judged.refusal !== null) return refused(judged.refusal);
  const { user } = person;
  if (person.isBesideSlots !== true && hasSlots(account) && !isSeated(account, user)) {
    return refused('no_free_slot');
  }
  const { roleType, customRole } = judged.role;
  const { isFounder = false } = person;
  if (isFounder && (by.actor !== null || roleType !== 'admin')) return refused('beyond_own_rights');
  const registered = {
    type: 'UserRegistered' as const,
    data: {
      user,
      account: account.id,
      role: roleType,
      userType: judged.type,
      isSuperuser: isFounder,
      groups: isFounder ? [PRODUCT_ADMINISTRATORS] : [],
    },
  };
  if (customRole === null) return accepted(registered);
  return accepted(registered, {
    type: 'UserRoleChanged',
    data: { user, because: by.because, role: roleType, customRole },
  });
}

/**
 * Assigns a slot to a user who is registered right after: the given slot, or any free one of the user's type. None is
 * needed in an account without slots, or if the user already has one.
 */
export function claimSlot(
  facts: AccessFacts,
  account: AccountFacts,
  person: Newcomer,
  by: Deciding,
  slot: SlotId | null = null,
): Decision {
  const judged = judge(account, person, by);
  if (judged.refusal !== null) return refused(judged.refusal);
  const { user } = person;
  if (slot === null && (!hasSlots(account) || isSeated(account, user))) return accepted();
  const claimed = slot ?? freeSlot(account, 'account', by.today, judged.type)?.id ?? null;
  if (claimed === null) return refused('no_free_slot');
  // A slot of the add-on is additional to the user's own.
  if (account.slots.get(claimed)?.pool === 'abi' && hasSlots(account) && !isSeated(account, user)) {
    return refused('no_free_slot');
  }
  const { roleType: role } = judged.role;
  return decideSlot(facts, account, { kind: 'assign', slot: claimed, user, role }, by);
}

function judge(account: AccountFacts, { role: ref, userType }: Newcomer, by: Deciding): Judged {
  const role = roleMeant(account, ref);
  if (role === null) return { refusal: 'role_not_found' };
  const type = userType ?? typeFor(role.roleType);
  if (!ROLES_OF_TYPE[type].includes(role.roleType)) return { refusal: 'slot_type_differs' };
  return mayGiveRole(account, role, by) ? { role, type, refusal: null } : { refusal: 'beyond_own_rights' };
}

const isSeated = (account: AccountFacts, id: UserId): boolean =>
  slotOf(account, { id, accountId: account.id }) !== null;
