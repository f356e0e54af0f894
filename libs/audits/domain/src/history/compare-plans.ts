import type { ContentsPart, ItemId, ItemValues, Signature } from '@cotejo/audits-contracts';
import type { AuditView, Slice, TreeNode } from '../model/model.ts';
import { valueOf } from '../items/set-values.ts';
import { displayOrder } from '../model/tree.ts';

/** Compared fields of an item. `place` covers the parent and the position among its children. */
export type ComparedField =
  | 'name'
  | 'code'
  | 'place'
  | 'status'
  | 'assignee'
  | 'treatment'
  | 'dates'
  | 'stretches'
  | 'values'
  | 'signatures';

/** Content of other contexts that differs in a worksheet: field names of texts, ids of everything else. */
export interface ChangedContents {
  readonly part: ContentsPart;
  readonly names: readonly string[];
}

/** Difference of an item between two plans: added, removed or changed. */
export type ItemDifference =
  | { readonly kind: 'added'; readonly after: TreeNode }
  | { readonly kind: 'removed'; readonly before: TreeNode }
  | {
      readonly kind: 'changed';
      readonly before: TreeNode;
      readonly after: TreeNode;
      readonly fields: ReadonlySet<ComparedField>;
      readonly contents: readonly ChangedContents[];
    };

/** Visible items of a plan: parents first, siblings in display order, no deleted ones. */
export function* planInOrder(view: AuditView): Generator<TreeNode> {
  const waiting: ItemId[] = displayOrder(view, null).reverse();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = view.get(id);
    if (!node) continue;
    yield node;
    waiting.push(...displayOrder(view, id).reverse());
  }
}

/**
 * Differences between two plans, in the order of the later one; items that only the earlier one has follow,
 * in its order. Changes that were reverted in between are not reported.
 * @param slices slices whose contents are compared as well
 */
export function comparePlans(
  before: AuditView,
  after: AuditView,
  slices: readonly Slice[] = [],
): readonly ItemDifference[] {
  const contents = changedContents(before, after, slices);
  const earlier = new Map([...planInOrder(before)].map((node): [ItemId, TreeNode] => [node.id, node]));
  const differences: ItemDifference[] = [];
  for (const node of planInOrder(after)) {
    const old = earlier.get(node.id);
    earlier.delete(node.id);
    if (!old) {
      differences.push({ kind: 'added', after: node });
      continue;
    }
    const fields = changedFields(old, node);
    const changed = contents.get(node.id) ?? [];
    if (fields.size + changed.length > 0)
      differences.push({ kind: 'changed', before: old, after: node, fields, contents: changed });
  }
  for (const node of earlier.values()) differences.push({ kind: 'removed', before: node });
  return differences;
}

function changedContents(
  before: AuditView,
  after: AuditView,
  slices: readonly Slice[],
): ReadonlyMap<ItemId, readonly ChangedContents[]> {
  const changed = new Map<ItemId, ChangedContents[]>();
  for (const { name, contents } of slices) {
    if (!contents) continue;
    for (const [id, names] of contents.differing(before.slice(name), after.slice(name))) {
      const of = changed.get(id) ?? [];
      of.push({ part: contents.part, names });
      changed.set(id, of);
    }
  }
  return changed;
}

function changedFields(before: TreeNode, after: TreeNode): ReadonlySet<ComparedField> {
  const fields = new Set<ComparedField>();
  // Nodes are immutable, so identity means equality.
  if (before === after) return fields;
  for (const field of ['name', 'code', 'status', 'assignee', 'treatment'] as const)
    if (before[field] !== after[field]) fields.add(field);
  if (before.dates?.[0] !== after.dates?.[0] || before.dates?.[1] !== after.dates?.[1]) fields.add('dates');
  if (before.stretches?.join() !== after.stretches?.join()) fields.add('stretches');
  if (!haveSameValues(before.values, after.values)) fields.add('values');
  if (!haveSameMarks(before.signatures, after.signatures)) fields.add('signatures');
  if (before.place[0] !== after.place[0] || before.place[1] !== after.place[1]) fields.add('place');
  return fields;
}

function haveSameValues(before: ItemValues = {}, after: ItemValues = {}): boolean {
  if (before === after) return true;
  const keys = Object.keys(before);
  if (keys.length !== Object.keys(after).length) return false;
  return keys.every((key) => valueOf(before, key) === valueOf(after, key));
}

/** A mark withdrawn and set again counts as different. */
const haveSameMarks = (before: readonly Signature[] = [], after: readonly Signature[] = []): boolean =>
  before.length === after.length &&
  before.every(({ mark, by, version }, at) => {
    const other = after[at];
    return other?.mark === mark && other.by === by && other.version === version;
  });
