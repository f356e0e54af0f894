import {
  itemType,
  type ItemId,
  type ItemType,
  type KernelIntent,
  type Rejection,
} from '@cotejo/audits-contracts';
import {
  isAncestor,
  livingReferences,
  liveSubtree,
  type AuditView,
  type TreeNode,
} from '@cotejo/audits-domain';
import { topmost } from './topmost.ts';

/** Id of the toast: only the last deletion offers undo there, earlier ones are in the trash. */
export const DELETED_TOAST = 'deleted';

/** A control shared with risks that are not deleted along. */
export interface SharedControl {
  readonly id: ItemId;
  /** Number of risks that share it, its own included. */
  readonly places: number;
}

/** Effects of a deletion, for its confirmation. */
export interface Deletion {
  /** Items deleted directly. */
  readonly ids: readonly ItemId[];
  /** Selected items that may not be deleted. */
  readonly refused: readonly { readonly id: ItemId; readonly rejection: Rejection }[];
  /** Descendants of the selected items by type, most frequent first. */
  readonly under: readonly (readonly [type: ItemType, count: number])[];
  /** Descendant controls that stay, with their subtrees, in another risk that shares them. */
  readonly staying: number;
  /** All that is deleted, descendants included. */
  readonly gone: readonly ItemId[];
  /** Users whose signatures stand on what is deleted, the oldest signature first. */
  readonly signers: readonly string[];
  readonly shared: readonly SharedControl[];
}

/**
 * Computes a deletion's effects without executing it. `judge` returns the rejection that an intent would get
 * now.
 */
export function deletionOf(
  view: AuditView,
  chosen: Iterable<ItemId>,
  judge: (intent: KernelIntent) => Rejection | null,
): Deletion {
  const ids: ItemId[] = [];
  const refused: { id: ItemId; rejection: Rejection }[] = [];
  for (const id of topmost(view, chosen)) {
    // The answer on shared controls is given, so that only other reasons for refusal remain.
    const rejection = judge({ kind: 'delete_item', id, shared: 'everywhere' });
    if (rejection) refused.push({ id, rejection });
    else ids.push(id);
  }
  const staying = rescuedUnder(view, ids);
  const gone = goneWith(view, ids, staying);
  return {
    ids,
    refused,
    under: typesOf(gone.filter(({ id }) => !ids.includes(id))),
    staying: staying.length,
    gone: gone.map(({ id }) => id),
    signers: signersOf(gone),
    shared: sharedAmong(view, ids),
  };
}

/** Controls below the selected items that move to a risk outside of them. */
function rescuedUnder(view: AuditView, ids: readonly ItemId[]): ItemId[] {
  const rescued: ItemId[] = [];
  for (const id of ids)
    for (const node of liveSubtree(view, id))
      if (node.id !== id && node.type === 'control' && placesOutside(view, ids, node.id).length > 0)
        rescued.push(node.id);
  return rescued;
}

/** References to a control outside the selected items' subtrees. */
const placesOutside = (view: AuditView, ids: readonly ItemId[], control: ItemId): ItemId[] =>
  livingReferences(view, control).filter((place) => !ids.some((at) => isAncestor(view, at, place)));

/** The deleted items with their descendants, but for what stays in another risk. */
function goneWith(view: AuditView, ids: readonly ItemId[], staying: readonly ItemId[]): TreeNode[] {
  const kept = new Set(staying.flatMap((id) => [...liveSubtree(view, id)].map((node) => node.id)));
  return ids.flatMap((id) => [...liveSubtree(view, id)]).filter(({ id }) => !kept.has(id));
}

function typesOf(nodes: readonly TreeNode[]): [ItemType, number][] {
  const counts = new Map<ItemType, number>();
  for (const { type } of nodes) counts.set(type, (counts.get(type) ?? 0) + 1);
  const rank = (type: ItemType) => itemType.options.indexOf(type);
  return [...counts].sort((a, b) => b[1] - a[1] || rank(a[0]) - rank(b[0]));
}

function signersOf(nodes: readonly TreeNode[]): string[] {
  const signatures = nodes.flatMap((node) => node.signatures ?? []);
  const inOrder = signatures.sort((a, b) => a.at.localeCompare(b.at));
  return [...new Set(inOrder.map(({ by }) => by))];
}

function sharedAmong(view: AuditView, ids: readonly ItemId[]): SharedControl[] {
  const shared: SharedControl[] = [];
  for (const id of ids) {
    if (view.get(id)?.type !== 'control') continue;
    const outside = placesOutside(view, ids, id);
    if (outside.length > 0) shared.push({ id, places: outside.length + 1 });
  }
  return shared;
}
