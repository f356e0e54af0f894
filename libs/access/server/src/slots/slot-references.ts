import type { AccountId, Principal } from '@cotejo/access-contracts';
import { evaluate } from '@cotejo/access-domain';
import type { AccessState } from '../state/access-state.ts';

type Names = readonly ({ readonly code: string; readonly name: string } | null)[];

/**
 * Resolves slots referenced by records of other contexts: ordinal in the account, and name of the current holder
 * (empty if unassigned). Null for unknown slots, and for users without the right to list slots.
 */
export const slotReferences = (state: AccessState) => ({
  slot(principal: Principal, referring: readonly { readonly id: string }[]): Promise<Names> {
    const names = evaluate(principal, 'user_slots.list')
      ? slotNames(state, principal.accountId)
      : new Map<string, NonNullable<Names[number]>>();
    return Promise.resolve(referring.map(({ id }) => names.get(id) ?? null));
  },
});

function slotNames(state: AccessState, account: AccountId): ReadonlyMap<string, NonNullable<Names[number]>> {
  const slots = [...(state.known.accounts.get(account)?.slots.values() ?? [])];
  return new Map(
    slots
      .filter(({ pool }) => pool === 'account')
      .map(({ id, user }, at) => {
        const person = user === null ? null : state.person(account, user);
        const name = person === null ? '' : `${person.firstName} ${person.lastName}`.trim();
        return [id, { code: `#${at + 1}`, name }];
      }),
  );
}
