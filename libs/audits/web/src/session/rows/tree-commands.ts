import type { UserId } from '@cotejo/access-contracts';
import type { ItemId, ItemStatus, ItemType, KernelIntent } from '@cotejo/audits-contracts';
import { MAX_PARTS } from '@cotejo/audits-contracts';
import { copiesOf, displayOrder, lockOf, type AuditView } from '@cotejo/audits-domain';
import { topmost } from '../../actions/topmost.ts';

/** Position among the siblings; without anchors: at the end. */
export interface Place {
  readonly after?: ItemId | null;
  readonly before?: ItemId | null;
}

export interface NewLine {
  readonly name: string;
  readonly code?: string | null;
  /** 0 (default) = at the target; 1 = in the item of the last line of level 0, and so on. */
  readonly level?: number;
}

type NewId = () => ItemId;

/** Anchors that place the first item at `place` and each further one after the one before. */
function* below(ids: readonly ItemId[], place: Place): Generator<readonly [id: ItemId, place: Place]> {
  let last: ItemId | null = null;
  for (const id of ids) {
    yield [id, last === null ? place : { after: last }];
    last = id;
  }
}

/** Moves items below each other, in display order; descendants of another selected item move with it. */
export const intentsToMove = (
  view: AuditView,
  ids: Iterable<ItemId>,
  parent: ItemId | null,
  place: Place,
): KernelIntent[] =>
  [...below(topmost(view, ids), place)].map(([id, anchors]) => ({
    kind: 'move_item',
    id,
    parent,
    ...anchors,
  }));

/**
 * Deletes items with their subtrees, references first: if a control is deleted with all its references, no
 * decision about sharing is needed. `shared` is that decision for the remaining controls.
 */
export function intentsToDelete(
  view: AuditView,
  ids: Iterable<ItemId>,
  shared?: 'everywhere' | 'here',
): KernelIntent[] {
  const typeOf = (id: ItemId) => view.get(id)?.type;
  const top = topmost(view, ids);
  const inOrder = [
    ...top.filter((id) => typeOf(id) === 'reference'),
    ...top.filter((id) => typeOf(id) !== 'reference'),
  ];
  return inOrder.map((id) => ({
    kind: 'delete_item',
    id,
    ...(shared && typeOf(id) === 'control' ? { shared } : {}),
  }));
}

/** Restores deleted items in the given order. */
export const intentsToRestore = (ids: Iterable<ItemId>, withAncestors = false): KernelIntent[] =>
  [...ids].map((id) => ({ kind: 'restore_item', id, ...(withAncestors ? { withAncestors } : {}) }));

/** Assigns the items that can be assigned; others (groups, references, links) are skipped. */
export const intentsToAssign = (
  view: AuditView,
  ids: Iterable<ItemId>,
  assignee: UserId | null,
): KernelIntent[] =>
  [...ids].flatMap((id): KernelIntent[] => {
    const node = view.get(id);
    if (!node || node.status === null || lockOf(view, node, 'assign')) return [];
    return [{ kind: 'assign_item', id, assignee }];
  });

/**
 * Changes each item from its present status to another; items without a status or already in it are skipped.
 */
export const intentsToChangeStatus = (
  view: AuditView,
  ids: Iterable<ItemId>,
  to: ItemStatus,
): KernelIntent[] =>
  [...ids].flatMap((id): KernelIntent[] => {
    const from = view.get(id)?.status;
    return !from || from === to ? [] : [{ kind: 'change_status', id, from, to }];
  });

/** Creates one item per non-empty line, in order. `types`: the type, or one for each level. */
export function intentsToPaste(
  parent: ItemId | null,
  types: ItemType | readonly ItemType[],
  lines: readonly (string | NewLine)[],
  place: Place,
  newId: NewId,
): KernelIntent[] {
  const written = lines
    .map((line): NewLine => (typeof line === 'string' ? { name: line } : line))
    .map((line) => ({ ...line, name: line.name.trim(), id: newId() }))
    .filter((line) => line.name !== '');
  /** The last item of each level above the next line. */
  const above: ItemId[] = [];
  return written.flatMap(({ id, name, code, level: wanted = 0 }): KernelIntent[] => {
    const level = Math.min(wanted, above.length);
    const type = typeof types === 'string' ? types : types[level];
    if (type === undefined) return [];
    const [lastTop] = above;
    const anchors = level > 0 ? {} : lastTop === undefined ? place : { after: lastTop };
    const under = level === 0 ? parent : (above[level - 1] ?? parent);
    above.splice(level, above.length, id);
    return [{ kind: 'create_item', id, type, parent: under, name, ...(code ? { code } : {}), ...anchors }];
  });
}

/** Copies branches within the same audit, one below the other. */
export const intentsToCopy = (
  view: AuditView,
  ids: Iterable<ItemId>,
  parent: ItemId | null,
  place: Place,
  newId: NewId,
): KernelIntent[] => {
  const sources = topmost(view, ids).map((source) => ({ source, copies: copiesOf(view, source, newId) }));
  const tops = sources.map(({ copies }) => copies[0]?.[1]).filter((id) => id !== undefined);
  const places = new Map(below(tops, place));
  return sources.flatMap(({ source, copies }) => {
    const top = copies[0]?.[1];
    return top === undefined ? [] : copiesInParts(view, source, copies, { parent, ...places.get(top) });
  });
};

/** Duplicates each item directly below its source, under the given name. */
export const intentsToDuplicate = (
  view: AuditView,
  sources: readonly { readonly id: ItemId; readonly name: string }[],
  newId: NewId,
): KernelIntent[] =>
  sources.flatMap(({ id, name }) => {
    const parent = view.get(id)?.place[0] ?? null;
    return copiesInParts(view, id, copiesOf(view, id, newId), { parent, after: id, name });
  });

type Copies = readonly (readonly [source: ItemId, copy: ItemId])[];

/**
 * Splits the copy of a large branch into several intents: the top part first, then the remaining subtrees.
 * Items that cannot be the root of a copy stay in the same intent as their parent.
 */
function copiesInParts(
  view: AuditView,
  source: ItemId,
  copies: Copies,
  where: { readonly parent: ItemId | null; readonly name?: string } & Place,
): KernelIntent[] {
  const copyOf = new Map(copies);
  const intents: KernelIntent[] = [];
  const waiting: ItemId[] = [source];
  for (let top = waiting.shift(); top !== undefined; top = waiting.shift()) {
    const copy = copyOf.get(top);
    if (copy === undefined) continue;
    const piece = pieceOf(view, top, copyOf);
    const place = top === source ? where : { parent: copyOf.get(view.get(top)?.place[0] ?? source) ?? null };
    intents.push({ kind: 'copy_item', id: copy, source: top, copies: piece.copies, ...place });
    waiting.push(...piece.left);
  }
  return intents;
}

/** Collects as much of a branch as one intent may contain, level by level, and the roots of the rest. */
function pieceOf(
  view: AuditView,
  top: ItemId,
  copyOf: ReadonlyMap<ItemId, ItemId>,
): { copies: [ItemId, ItemId][]; left: ItemId[] } {
  const copies: [ItemId, ItemId][] = [];
  const left: ItemId[] = [];
  let level: ItemId[] = [top];
  while (level.length > 0) {
    const next: ItemId[] = [];
    for (const id of level) {
      const copy = copyOf.get(id);
      if (copy === undefined) continue;
      const node = view.get(id);
      const isBound = id !== top && node !== undefined && lockOf(view, node, 'copy') !== null;
      if (copies.length >= MAX_PARTS && !isBound) left.push(id);
      else {
        copies.push([id, copy]);
        next.push(...displayOrder(view, id));
      }
    }
    level = next;
  }
  return { copies, left };
}
