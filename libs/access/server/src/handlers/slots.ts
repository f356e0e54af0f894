import { accessCalls, type AccountId, type Principal, type SlotRow } from '@cotejo/access-contracts';
import type { Handlers } from '@cotejo/http/server';
import { AccountScope } from '../scope/account-scope.ts';
import { assertAbi } from '../slots/keep-slots.ts';
import { slotRowOf, slotRowsOf } from '../slots/slot-row.ts';
import { reasonOf } from '../state/change-access.ts';
import type { Served } from './served.ts';

/** Slots of the account's contract, and those of the add-on `abi`. */
export function slotHandlers({ access }: Served): Handlers<typeof accessCalls.slots, Principal> {
  const { state, admin } = access;
  const { slots } = admin;
  const viewOf = (account: AccountId) => ({ state, scope: new AccountScope(state, account), names: true });
  const row = ({ accountId }: Principal, slot: string): SlotRow => {
    const view = viewOf(accountId);
    return slotRowOf(view, view.scope.slot(slot));
  };
  return {
    slots: ({ principal, query }) =>
      slotRowsOf(viewOf(principal.accountId), 'account').filter(
        ({ type, state: at }) => (query.type ?? type) === type && (query.state ?? at) === at,
      ),
    abiSlots: ({ principal }) => {
      const view = viewOf(principal.accountId);
      assertAbi(view.scope.account);
      return slotRowsOf(view, 'abi');
    },
    assignAbi: async ({ principal, body }) =>
      row(principal, await slots.assignAbi(principal, body.user, reasonOf(body))),
    releaseAbi: async ({ principal, query }) =>
      row(principal, await slots.releaseAbi(principal, query.user, reasonOf(query))),
    assign: async ({ principal, params, body, repeatKey }) =>
      row(principal, await slots.assign(principal, params.id, body, repeatKey)),
    unassign: async ({ principal, params, body }) =>
      row(principal, await slots.unassign(principal, params.id, reasonOf(body))),
    release: async ({ principal, params, body }) =>
      row(principal, await slots.release(principal, params.id, reasonOf(body))),
  };
}
