import type { KernelIntent } from '@cotejo/audits-contracts';
import { accept, refuse } from '../model/decision.ts';
import { isExpired } from './deleted-branches.ts';
import type { AuditView, Decision, DecisionContext } from '../model/model.ts';
import { subtree } from '../model/tree.ts';

export type PurgeItem = Extract<KernelIntent, { kind: 'purge_item' }>;

/** Removes an item whose time in the trash is over permanently, with its subtree. */
export function purgeItem(view: AuditView, { id }: PurgeItem, context: DecisionContext): Decision {
  const node = view.get(id);
  if (!node) return refuse('item_not_found');
  if (!context.can('trashbin.purge')) return refuse('forbidden');
  if (node.deleted === null) return refuse('not_deleted');
  // The treatment may be chosen again, so a derived item is purged only with its finding.
  if (node.derived) return refuse('derived_item');
  if (!isExpired(node, context.now)) return refuse('not_expired');
  let items = 0;
  for (const _ of subtree(view, id)) items++;
  return accept({ type: 'TreeItemPurged', data: { id, items } });
}
