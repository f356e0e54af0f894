import type { UserId, Can } from '@cotejo/access-contracts';
import type { ItemId, ItemStatus } from '@cotejo/audits-contracts';
import { allowedStatuses, statusFamily, type AuditView } from '@cotejo/audits-domain';

export interface StatusChoice {
  readonly to: ItemStatus;
  /** Items that may take the status. */
  readonly ids: readonly ItemId[];
  /** Items in another status that may not take it. */
  readonly others: readonly ItemId[];
}

export interface StatusChoices {
  /** Items of the selection that have a status. */
  readonly ids: readonly ItemId[];
  /** Statuses that every item may take or already has. */
  readonly common: readonly StatusChoice[];
  /** Statuses that only some items may take, most items first. */
  readonly partial: readonly StatusChoice[];
}

/** The next statuses that several items have in common, for this user. */
export function statusChoices(
  view: AuditView,
  chosen: Iterable<ItemId>,
  who: { readonly actor: UserId; readonly can: Can },
): StatusChoices {
  const ids: ItemId[] = [];
  const may = new Map<ItemStatus, ItemId[]>();
  for (const id of new Set(chosen)) {
    const node = view.get(id);
    if (!node?.status || node.deleted !== null || statusFamily(node.type) === null) continue;
    ids.push(id);
    for (const to of allowedStatuses(node, who)) may.set(to, [...(may.get(to) ?? []), id]);
  }
  const choices = [...may].map(([to, able]): StatusChoice => {
    const those = new Set(able);
    // Items already in the status do not prevent it.
    return { to, ids: able, others: ids.filter((id) => !those.has(id) && view.get(id)?.status !== to) };
  });
  return {
    ids,
    common: choices.filter(({ others }) => others.length === 0),
    partial: choices.filter(({ others }) => others.length > 0).sort((a, b) => b.ids.length - a.ids.length),
  };
}
