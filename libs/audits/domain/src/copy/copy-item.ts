import {
  addKeyOf,
  originalItemId,
  type CopySource,
  type ItemId,
  type ItemTarget,
  type ItemType,
  type KernelIntent,
} from '@cotejo/audits-contracts';
import { copiedValues } from './copied-values.ts';
import { codesAfter } from '../items/codes.ts';
import { accept, itemCreated, refuse, type DecidedEvent } from '../model/decision.ts';
import { isIcceLocked, lockOf, staysBehind } from '../items/item-locks.ts';
import type { AuditView, Decision, DecisionContext, TreeNode } from '../model/model.ts';
import { depthLock, placeLock } from '../shared/places.ts';
import { positionAt } from '../items/positions.ts';
import { originalOf } from '../shared/references.ts';
import { initialStatus } from '../status/statuses.ts';
import { alive, depthOf } from '../model/tree.ts';

export type CopyItem = Extract<KernelIntent, { kind: 'copy_item' }>;

/**
 * Copies a branch within the same audit: of the items that the user saw, those that still exist. Controls
 * become references to the originals; findings and descendants of controls are left out; statuses are
 * initial.
 */
export function copyItem(view: AuditView, intent: CopyItem, context: DecisionContext): Decision {
  const { id, source, parent } = intent;
  const original = view.get(source);
  if (!original) return refuse('item_not_found');
  const copies = new Map<ItemId, ItemId>(intent.copies);
  if (!arePairs(intent, copies)) return refuse('invalid_intent');
  // The browser's own copy, committed before its answer arrived: nothing more to show.
  if (context.mode === 'optimistic' && view.get(id)) return accept();
  if (!alive(view, source)) return refuse('item_deleted');
  const locked = lockOf(view, original, 'copy');
  if (locked) return refuse(locked);

  const branch = copiedBranch(view, original, copies);
  for (const { type } of branch) {
    if (!context.can(addKeyOf(type))) return refuse('forbidden');
    if (isIcceLocked(view, type, context)) return refuse('icce_role_required');
  }
  for (const copy of copies.values()) if (view.get(copy)) return refuse('duplicate_id');
  const [topmost] = branch;
  if (!topmost) return refuse('target_not_found');
  const refused =
    placeLock(view, parent, topmost) ??
    depthLock(depthOf(view, parent) + Math.max(...branch.map(({ level }) => level)));
  if (refused) return { ok: false, rejection: refused };
  return accept(...birthsOf(view, intent, branch));
}

/**
 * Whether every source and every copy occurs once, the ids may be assigned by users, and the topmost pair is
 * first.
 */
function arePairs({ id, source, copies }: CopyItem, known: ReadonlyMap<ItemId, ItemId>): boolean {
  const ids = new Set(known.values());
  const [first] = copies;
  return (
    first?.[0] === source &&
    first[1] === id &&
    ids.size === copies.length &&
    [...ids].every((copy) => originalItemId(copy) === copy)
  );
}

/** An item to copy: the node with its facts, the type of the copy, and its place below the topmost one. */
interface Copied {
  readonly id: ItemId;
  /** Source of the parent; null for the topmost. */
  readonly under: ItemId | null;
  readonly level: number;
  readonly node: TreeNode;
  readonly type: ItemType;
  readonly target?: ItemTarget;
  /** Position of the source itself, which may be a reference to `node`. */
  readonly position: string;
}

/** The copy of an item within the audit; null for items that are left out. */
function becomes(view: AuditView, node: TreeNode): Pick<Copied, 'node' | 'type' | 'target'> | null {
  if (staysBehind(node.type)) return null;
  const original = node.type === 'control' ? node : originalOf(view, node);
  if (original) return { node: original, type: 'reference', target: { audit: null, item: original.id } };
  if (node.type === 'reference') return null;
  return { node, type: node.type, ...(node.target && { target: node.target }) };
}

/** Items of a branch that are copied, parents before children. */
function copiedBranch(view: AuditView, top: TreeNode, copies: ReadonlyMap<ItemId, ItemId>): Copied[] {
  const branch: Copied[] = [];
  const walk = (source: TreeNode, under: ItemId | null, level: number): void => {
    const id = copies.get(source.id);
    const copied = id !== undefined && source.deleted === null ? becomes(view, source) : null;
    if (!copied || id === undefined) return;
    branch.push({ ...copied, id, under, level, position: source.place[1] });
    if (copied.type === 'reference') return;
    for (const child of view.childrenOf(source.id)) {
      const node = view.get(child);
      if (node) walk(node, source.id, level + 1);
    }
  };
  walk(top, null, 1);
  return branch;
}

function birthsOf(view: AuditView, intent: CopyItem, branch: readonly Copied[]): DecidedEvent[] {
  const codes = codesAfter(view);
  const copyOf = new Map(intent.copies);
  const sourceOf = (item: ItemId): CopySource | null =>
    view.audit === null ? null : { audit: view.audit, item, version: view.version };
  const top = positionAt(view, intent.parent, intent.id, intent);
  const births = branch.flatMap(({ id, under, node, type, target, position }): DecidedEvent[] => {
    const name = under === null && type !== 'reference' ? intent.name : undefined;
    const [startDate, endDate] = node.dates ?? [null, null];
    const isShared = type === 'reference';
    const born = itemCreated({
      id,
      itemType: type,
      parent: under === null ? intent.parent : (copyOf.get(under) ?? null),
      // The new parent has no other children, so the original positions are kept.
      position: under === null ? top.position : position,
      name: name ?? node.name,
      code: isShared ? null : codes(type),
      status: initialStatus(type, false),
      target: target ?? null,
      startDate: isShared ? null : startDate,
      endDate: isShared ? null : endDate,
      origin: isShared ? null : (node.origin ?? null),
      risk: node.risk ?? null,
      copiedFrom: sourceOf(node.id),
    });
    const values = isShared ? null : copiedValues(node);
    if (!values) return [born];
    const from = Object.fromEntries(Object.keys(values).map((key) => [key, null]));
    return [born, { type: 'ItemValuesSet', data: { id, values: { ...values }, from, overwrote: {} } }];
  });
  return [...births, ...top.renumbered];
}

/**
 * Pairs of source and copy ids for the visible items of a branch, topmost first. The caller must split more
 * than `MAX_PARTS` of them into several intents.
 */
export function copiesOf(view: AuditView, source: ItemId, newId: () => ItemId): [ItemId, ItemId][] {
  const pairs: [ItemId, ItemId][] = [];
  const waiting: ItemId[] = [source];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = view.get(id);
    const copied = node?.deleted === null ? becomes(view, node) : null;
    if (!copied) continue;
    pairs.push([id, newId()]);
    if (copied.type !== 'reference') waiting.push(...[...view.childrenOf(id)].reverse());
  }
  return pairs;
}
