import { NEVER_COPIED, type ItemId, type ItemType, type RecordType } from '@cotejo/audits-contracts';
import { canContain } from '../items/structure.ts';
import type { AuditView, TreeNode } from '../model/model.ts';
import { displayOrder } from '../model/tree.ts';
import { originalOf } from '../shared/references.ts';
import type { CarryChoices } from './carry-choices.ts';

/** An item that a new audit takes over from its source. */
export interface CarriedItem {
  readonly node: TreeNode;
  /** The item of the source under whose copy it is put; null = under the place that receives everything. */
  readonly under: ItemId | null;
  /** The carried sibling before it; null for the first one. */
  readonly after: ItemId | null;
}

/**
 * Whether a finding is still to be followed up: one with an action plan until that is evaluated, or implemented where
 * no evaluation is asked for; one without until it is reviewed.
 */
export function isOpenFinding(view: AuditView, { id, type, status }: TreeNode): boolean {
  if (type !== 'finding') return false;
  const plan = view
    .childrenOf(id)
    .map((child) => view.get(child))
    .find((child) => child?.type === 'action_plan' && child.deleted === null);
  if (!plan) return status !== 'reviewed';
  return plan.status !== 'evaluated' && !(plan.status === 'implemented' && plan.treatment === 'none');
}

export interface CarryPlace {
  readonly recordType: RecordType;
  /** Type of the item that receives everything; null = the audit itself. */
  readonly parentType: ItemType | null;
}

/**
 * Items that are taken over, parents first and in the order shown. Left out, with everything below: what is deleted,
 * what a copy that is still running has made, what the target's structure forbids, and findings unless open ones are
 * chosen. References to a control that is not taken over are left out too.
 */
export function carriedItems(
  source: AuditView,
  roots: readonly ItemId[],
  choices: Pick<CarryChoices, 'findings'>,
  place: CarryPlace,
): readonly CarriedItem[] {
  const items: CarriedItem[] = [];
  const taken = new Set<ItemId>();
  const add = (ids: readonly ItemId[], under: ItemId | null, parentType: ItemType | null): void => {
    let after: ItemId | null = null;
    for (const id of ids) {
      const node = source.get(id);
      if (!node || node.deleted !== null || !travels(source, node, choices)) continue;
      if (!canContain(place.recordType, parentType, node.type)) continue;
      items.push({ node, under, after });
      taken.add(id);
      after = id;
      add(displayOrder(source, id), id, node.type);
    }
  };
  add(roots, null, place.parentType);
  const isWhole = ({ node }: CarriedItem): boolean => {
    if (node.type !== 'reference') return true;
    const original = originalOf(source, node);
    return original !== undefined && taken.has(original.id);
  };
  const left = items.filter((item) => !isWhole(item)).map(({ node }) => node.id);
  return left.length === 0 ? items : withoutBranches(items, new Set(left));
}

/** Results are not copied: action plans, evaluations, and findings unless they were chosen. */
const travels = (view: AuditView, node: TreeNode, { findings }: Pick<CarryChoices, 'findings'>): boolean =>
  node.type === 'finding'
    ? findings && isOpenFinding(view, node)
    : !node.derived && !NEVER_COPIED.has(node.type);

/** Without these items and everything below them; a sibling that followed one follows the one before it. */
function withoutBranches(items: readonly CarriedItem[], left: Set<ItemId>): readonly CarriedItem[] {
  const kept: CarriedItem[] = [];
  const last = new Map<ItemId | null, ItemId>();
  for (const item of items) {
    const { node, under } = item;
    if (left.has(node.id) || (under !== null && left.has(under))) {
      left.add(node.id);
      continue;
    }
    kept.push({ ...item, after: last.get(under) ?? null });
    last.set(under, node.id);
  }
  return kept;
}
