import { ROLE_KEYS, type SlotPool, type SlotRow } from '@cotejo/access-contracts';
import { isCurrent, type SlotFacts } from '@cotejo/access-domain';
import type { AccountScope } from '../scope/account-scope.ts';
import type { AccessState } from '../state/access-state.ts';

export interface SlotView {
  readonly state: AccessState;
  readonly scope: AccountScope;
  /** Whether to include the user's name; only for the account itself. */
  readonly names: boolean;
}

/** All slots of a pool, in order of creation. */
export const slotRowsOf = (view: SlotView, pool: SlotPool): SlotRow[] =>
  [...view.scope.account.slots.values()]
    .filter((slot) => slot.pool === pool)
    .map((slot) => slotRowOf(view, slot));

/** A slot with its user. */
export function slotRowOf({ state, scope, names }: SlotView, slot: SlotFacts): SlotRow {
  const known = slot.user === null ? undefined : state.known.users.get(slot.user);
  const user = known?.accountId === scope.id ? known : undefined;
  const person = user === undefined || !names ? null : state.personalData(user.id);
  const own = user?.customRole ? scope.account.roles.get(user.customRole) : undefined;
  return {
    slotId: slot.id,
    type: slot.slotType,
    state: slot.state,
    start_date: slot.startsOn,
    due_date: slot.dueOn,
    current: isCurrent(slot, state.moment.today),
    user: slot.user,
    first_name: person?.firstName ?? null,
    last_name: person?.lastName ?? null,
    email: person?.email ?? null,
    role: user === undefined ? null : (own?.name ?? ROLE_KEYS[user.role]),
    used: (user?.lastSignIn ?? null) !== null,
  };
}
