import {
  accessCalls,
  accessErrors,
  type AccountId,
  type AccountRow,
  type Principal,
  type UserId,
} from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';
import type { Handlers } from '@cotejo/http/server';
import { accountRowOf, consultantRowOf, type ConsultantRow } from '../accounts/account-row.ts';
import { slotRowOf, slotRowsOf, type SlotView } from '../slots/slot-row.ts';
import { reasonOf } from '../state/change-access.ts';
import type { Served } from './served.ts';

/** Accounts, for product administrators only. */
export function productHandlers({ access }: Served): Handlers<typeof accessCalls.product, Principal> {
  const { state, admin } = access;
  const { accounts } = admin;
  /** Without names: product administrators do not see who has a slot. */
  const view = (id: string): SlotView => ({ state, scope: accounts.scope(id), names: false });
  const rows = async (ids: readonly AccountId[]): Promise<AccountRow[]> => {
    const used = await admin.account.storage(ids);
    return ids.map((id) => accountRowOf(state, accounts.scope(id), used.get(id) ?? 0));
  };
  const row = async (id: string): Promise<AccountRow> => {
    const [found] = await rows([accounts.scope(id).id]);
    if (found === undefined) throw new Error('an account without a row');
    return found;
  };
  const consultant = (id: string, user: UserId): ConsultantRow => {
    const facts = accounts.scope(id).account.consultants.get(user);
    if (facts === undefined) throw new Refusal(accessErrors, 'consultant_not_found');
    return consultantRowOf(state, user, facts);
  };
  return {
    accounts: () => rows(state.accounts),
    openAccount: async ({ principal, body, repeatKey }) =>
      row(await accounts.open(principal, body, repeatKey)),
    changeAccount: async ({ principal, params: { id }, body }) => {
      await accounts.change(principal, id, body);
      return row(id);
    },
    slots: ({ params: { id } }) => {
      const shown = view(id);
      return [...slotRowsOf(shown, 'account'), ...slotRowsOf(shown, 'abi')];
    },
    createSlots: async ({ principal, params: { id }, body }) => {
      const slots = await accounts.createSlots(principal, id, body);
      const shown = view(id);
      return slots.map((slot) => slotRowOf(shown, shown.scope.slot(slot)));
    },
    dateSlot: async ({ principal, params, body }) => {
      await accounts.dateSlot(principal, params, body, reasonOf(body));
      const shown = view(params.id);
      return slotRowOf(shown, shown.scope.slot(params.slot));
    },
    removeSlot: async ({ principal, params, query }) => {
      await accounts.removeSlot(principal, params, reasonOf(query));
      return { removed: true };
    },
    admitConsultant: async ({ principal, params: { id }, body, repeatKey }) =>
      consultant(id, await accounts.admit(principal, id, body, repeatKey)),
    renewConsultant: async ({ principal, params, body }) => {
      const user = await accounts.decideConsultant(principal, params, 'renew', reasonOf(body));
      return consultant(params.id, user);
    },
    revokeConsultant: async ({ principal, params, query }) => {
      const user = await accounts.decideConsultant(principal, params, 'revoke', reasonOf(query));
      return consultant(params.id, user);
    },
  };
}
