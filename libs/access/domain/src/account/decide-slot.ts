import {
  ROLES_OF_TYPE,
  type Role,
  type SlotId,
  type SlotPool,
  type UserId,
  type UserType,
} from '@cotejo/access-contracts';
import { accepted, refused, type Decision, type Deciding } from '../decision.ts';
import { mayHandle } from '../grant-limits.ts';
import type { AccessFacts, AccountFacts, SlotFacts } from '../state/access-facts.ts';
import { administratorsOf, isCurrent } from '../state/principal-of-facts.ts';

export type SlotCommand =
  | {
      readonly kind: 'create';
      readonly slots: readonly SlotId[];
      readonly pool: SlotPool;
      readonly slotType: UserType;
      readonly startsOn: string;
      readonly dueOn: string | null;
    }
  | { readonly kind: 'date'; readonly slot: SlotId; readonly startsOn: string; readonly dueOn: string | null }
  /** `user` may be registered only after this command. */
  | { readonly kind: 'assign'; readonly slot: SlotId; readonly user: UserId; readonly role: Role }
  | { readonly kind: 'unassign' | 'release' | 'remove'; readonly slot: SlotId };

/**
 * Decides on slots; a slot is a paid place. States: unassigned → assigned → released → assigned…; back to unassigned
 * only if the user never signed in. A slot of pool `account` holds one user, and a user has at most one; additionally a
 * user may have one slot of the add-on `abi`.
 */
export function decideSlot(
  facts: AccessFacts,
  account: AccountFacts,
  command: SlotCommand,
  by: Deciding,
): Decision {
  const base = { account: account.id, because: by.because };
  if (command.kind === 'create') {
    const { slots, pool, slotType, startsOn, dueOn } = command;
    if (dueOn !== null && dueOn < startsOn) return refused('slot_dates');
    if (pool === 'abi' && !account.addons.includes('abi')) return refused('addon_missing', { addon: 'abi' });
    return accepted(
      ...slots.map((slot) => ({
        type: 'SlotCreated' as const,
        data: { ...base, slot, pool, slotType, startsOn, dueOn },
      })),
    );
  }
  const slot = account.slots.get(command.slot);
  if (slot === undefined) return refused('slot_not_found');
  switch (command.kind) {
    case 'date': {
      const { startsOn, dueOn } = command;
      if (dueOn !== null && dueOn < startsOn) return refused('slot_dates');
      if (startsOn === slot.startsOn && dueOn === slot.dueOn) return accepted();
      return accepted({ type: 'SlotDated', data: { ...base, slot: slot.id, startsOn, dueOn } });
    }
    case 'assign':
      return assign(facts, account, slot, command, by);
    case 'unassign':
      return unassign(facts, account, slot, by);
    case 'release':
      return release(facts, account, slot, by);
    case 'remove':
      return slot.user === null
        ? accepted({ type: 'SlotRemoved', data: { ...base, slot: slot.id } })
        : refused('slot_taken');
  }
}

/**
 * A free slot of a pool (and type, if given) that can be assigned today; of several, the one that ends last. Null when
 * there is none.
 */
export function freeSlot(
  account: AccountFacts,
  pool: SlotPool,
  today: string,
  type: UserType | null = null,
): SlotFacts | null {
  const free = [...account.slots.values()].filter(
    (slot) =>
      slot.pool === pool &&
      slot.user === null &&
      isCurrent(slot, today) &&
      (type === null || slot.slotType === type),
  );
  const end = ({ dueOn }: SlotFacts): string => dueOn ?? '9999-12-31';
  return free.sort((a, b) => (end(a) === end(b) ? 0 : end(a) > end(b) ? -1 : 1))[0] ?? null;
}

function assign(
  facts: AccessFacts,
  account: AccountFacts,
  slot: SlotFacts,
  { user, role }: { readonly user: UserId; readonly role: Role },
  { because, today }: Deciding,
): Decision {
  if (slot.user === user) return accepted();
  if (slot.user !== null) return refused('slot_taken');
  if (!isCurrent(slot, today)) return refused('slot_expired');
  if (slot.pool === 'account' && !ROLES_OF_TYPE[slot.slotType].includes(role))
    return refused('slot_type_differs');
  const person = facts.users.get(user);
  if (person !== undefined && person.accountId !== account.id) return refused('user_not_found');
  if (person?.forgotten === true) return refused('user_forgotten');
  if ([...account.slots.values()].some((other) => other.user === user && other.pool === slot.pool)) {
    return refused('has_slot');
  }
  return accepted({ type: 'SlotAssigned', data: { account: account.id, because, slot: slot.id, user } });
}

function unassign(facts: AccessFacts, account: AccountFacts, slot: SlotFacts, by: Deciding): Decision {
  const { user } = slot;
  if (user === null) return refused('slot_not_assigned');
  const person = facts.users.get(user);
  if (person !== undefined && !mayHandle(by.actor, account, person)) return refused('beyond_own_rights');
  if ((person?.lastSignIn ?? null) !== null) return refused('slot_used');
  return accepted({
    type: 'SlotUnassigned',
    data: { account: account.id, because: by.because, slot: slot.id, user },
  });
}

function release(facts: AccessFacts, account: AccountFacts, slot: SlotFacts, by: Deciding): Decision {
  const { user } = slot;
  if (user === null) return refused('slot_not_assigned');
  const person = facts.users.get(user);
  if (person !== undefined && !mayHandle(by.actor, account, person)) return refused('beyond_own_rights');
  if (slot.pool === 'account') {
    if (by.actor?.userId === user) return refused('own_access');
    const administrators = administratorsOf(facts, account, by);
    if (administrators.length === 1 && administrators[0]?.id === user) return refused('last_administrator');
  }
  return accepted({
    type: 'SlotReleased',
    data: { account: account.id, because: by.because, slot: slot.id, user },
  });
}
