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

/** Group of those who administer the product (specification 1, section 2). */
const PRODUCT_ADMINISTRATORS = 2;

/** Somebody new; `userType` null = as the role needs. */
export interface Newcomer {
  readonly user: UserId;
  readonly role: RoleRef;
  readonly userType: UserType | null;
  /** Whom the product's administrators let in beside the contract: first administrators and consultants. */
  readonly isBesideSlots?: boolean;
  /** The installation's first person, who administers the product as well. Only the system makes one. */
  readonly isFounder?: boolean;
}

type Judged =
  | { readonly role: RoleMeant; readonly type: UserType; readonly refusal: null }
  | { readonly refusal: AccessErrorCode };

/**
 * Who is registered, and as what; the role is one of the account's, or built in. In an account that has slots
 * the person holds one already (`claimSlot`): nobody comes in beside them.
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
 * The place of somebody who is registered right after: a certain slot, or any free one of the person's type. None
 * is needed in an account without slots, or by whoever holds one.
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
  // One of the add-on is had besides the own.
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
