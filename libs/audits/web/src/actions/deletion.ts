import {
  itemType,
  type ItemId,
  type ItemType,
  type KernelIntent,
  type Rejection,
} from '@cotejo/audits-contracts';
import { isAncestor, livingReferences, liveSubtree, type AuditView } from '@cotejo/audits-domain';
import { topmost } from './topmost.ts';

/** A control that stands in other risks too, none of which goes with it. */
export interface SharedControl {
  readonly id: ItemId;
  /** Risks that hold it, its own among them. */
  readonly places: number;
}

/** What a deletion takes along, before anybody agrees to it. */
export interface Deletion {
  /** What is deleted by itself. */
  readonly ids: readonly ItemId[];
  /** What was chosen and may not be deleted. */
  readonly refused: readonly { readonly id: ItemId; readonly rejection: Rejection }[];
  /** Items under the chosen ones, by type, most first. */
  readonly under: readonly (readonly [type: ItemType, count: number])[];
  /** Controls under them that stay, with what is theirs, in another risk that holds them. */
  readonly staying: number;
  readonly shared: readonly SharedControl[];
}

/** Reads off what would go. `judge` says whether an intent would be refused as things stand. */
export function deletionOf(
  view: AuditView,
  chosen: Iterable<ItemId>,
  judge: (intent: KernelIntent) => Rejection | null,
): Deletion {
  const ids: ItemId[] = [];
  const refused: { id: ItemId; rejection: Rejection }[] = [];
  for (const id of topmost(view, chosen)) {
    // Answers the question of shared controls, so that only what else forbids it is told.
    const rejection = judge({ kind: 'delete_item', id, shared: 'everywhere' });
    if (rejection) refused.push({ id, rejection });
    else ids.push(id);
  }
  const staying = rescuedUnder(view, ids);
  return {
    ids,
    refused,
    under: typesUnder(view, ids, staying),
    staying: staying.length,
    shared: sharedAmong(view, ids),
  };
}

/** Controls under the chosen ones that go on in a risk outside of them. */
function rescuedUnder(view: AuditView, ids: readonly ItemId[]): ItemId[] {
  const rescued: ItemId[] = [];
  for (const id of ids)
    for (const node of liveSubtree(view, id))
      if (node.id !== id && node.type === 'control' && placesOutside(view, ids, node.id).length > 0)
        rescued.push(node.id);
  return rescued;
}

/** References to a control that stay when the chosen ones go. */
const placesOutside = (view: AuditView, ids: readonly ItemId[], control: ItemId): ItemId[] =>
  livingReferences(view, control).filter((place) => !ids.some((at) => isAncestor(view, at, place)));

function typesUnder(
  view: AuditView,
  ids: readonly ItemId[],
  staying: readonly ItemId[],
): [ItemType, number][] {
  const counts = new Map<ItemType, number>();
  const kept = new Set(staying.flatMap((id) => [...liveSubtree(view, id)].map((node) => node.id)));
  for (const id of ids)
    for (const node of liveSubtree(view, id))
      if (node.id !== id && !kept.has(node.id)) counts.set(node.type, (counts.get(node.type) ?? 0) + 1);
  const rank = (type: ItemType) => itemType.options.indexOf(type);
  return [...counts].sort((a, b) => b[1] - a[1] || rank(a[0]) - rank(b[0]));
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
