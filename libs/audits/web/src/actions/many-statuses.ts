import type { UserId, Can } from '@cotejo/access-contracts';
import type { ItemId, ItemStatus } from '@cotejo/audits-contracts';
import { allowedStatuses, statusFamily, type AuditView } from '@cotejo/audits-domain';

export interface StatusChoice {
  readonly to: ItemStatus;
  /** Items that may go there. */
  readonly ids: readonly ItemId[];
  /** Items that have another status and may not. */
  readonly others: readonly ItemId[];
}

export interface StatusChoices {
  /** Items of the selection that have a status. */
  readonly ids: readonly ItemId[];
  /** Next statuses that every one of them may take, or has. */
  readonly common: readonly StatusChoice[];
  /** Next statuses of some of them only, those of the most items first. */
  readonly partial: readonly StatusChoice[];
}

/** Which next statuses several items have in common, for this person. */
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
    // What is there already stands in nobody's way.
    return { to, ids: able, others: ids.filter((id) => !those.has(id) && view.get(id)?.status !== to) };
  });
  return {
    ids,
    common: choices.filter(({ others }) => others.length === 0),
    partial: choices.filter(({ others }) => others.length > 0).sort((a, b) => b.ids.length - a.ids.length),
  };
}
