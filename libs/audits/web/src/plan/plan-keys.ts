import { isGroup, type ItemId } from '@cotejo/audits-contracts';
import { displayOrder, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import type { KeyboardEvent } from 'react';

/** Target position among the siblings of a parent. */
export interface StepTo {
  readonly parent: ItemId | null;
  readonly after?: ItemId | null;
  readonly before?: ItemId | null;
}

export interface PlanCommands {
  rename(id: ItemId): void;
  recode(id: ItemId): void;
  askDelete(): void;
  askMove(): void;
  duplicate(): void;
  addInside(id: ItemId): void;
  undo(): void;
  redo(): void;
  showKeys(): void;
  /** Closes the panel in front; false if there is none. */
  closeFront(): boolean;
  /** Moves the selection one step in the direction of the key, if possible. */
  step(key: string): void;
}

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/**
 * Handles the plan's own keys, in addition to the generic tree keys. Returns true when the key was handled. Copy, cut
 * and paste are clipboard events and not handled here; single letters are reserved for type-ahead.
 */
export function handlePlanKey(event: Key, id: ItemId | null, commands: PlanCommands): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isCommand && key === 'z') {
    if (event.shiftKey) commands.redo();
    else commands.undo();
    return true;
  }
  if (isCommand && key === 'y') {
    commands.redo();
    return true;
  }
  if (event.key === '?' && !isCommand) {
    commands.showKeys();
    return true;
  }
  if (id === null) return false;
  if (isCommand) {
    if (key === 'd') commands.duplicate();
    else if (key === 'm' && event.shiftKey) commands.askMove();
    else return false;
    return true;
  }
  if (event.altKey) {
    if (!event.key.startsWith('Arrow')) return false;
    commands.step(event.key);
    return true;
  }
  switch (event.key) {
    case 'F2':
      if (event.shiftKey) commands.recode(id);
      else commands.rename(id);
      return true;
    case 'Delete':
      commands.askDelete();
      return true;
    case 'Insert':
      commands.addInside(id);
      return true;
    case 'Escape':
      return commands.closeFront();
    default:
      return false;
  }
}

/**
 * Sort class among siblings: understanding first, then (financial audits) risks, then the rest; each has its own
 * order.
 */
export function classOf(view: AuditView, node: Pick<TreeNode, 'type'>): number {
  if (node.type === 'understanding') return 0;
  return node.type === 'risk' && view.recordType === 'financial_audit' ? 1 : 2;
}

/**
 * Target of moving adjacent rows one step by an arrow key; null when there is none. Up and down stay within the rows'
 * sort class.
 */
export function stepTo(key: string, ids: readonly ItemId[], view: AuditView): StepTo | null {
  const [first] = ids;
  const node = first === undefined ? undefined : view.get(first);
  if (!first || !node) return null;
  const [parent] = node.place;
  if (ids.some((id) => view.get(id)?.place[0] !== parent)) return null;
  const siblings = displayOrder(view, parent);
  const top = siblings.indexOf(first);
  const bottom = Math.max(...ids.map((id) => siblings.indexOf(id)));
  const previous = siblings[top - 1];
  const next = siblings[bottom + 1];
  const isPeer = (id: ItemId | undefined): id is ItemId => {
    const other = id === undefined ? undefined : view.get(id);
    return other !== undefined && classOf(view, other) === classOf(view, node);
  };
  switch (key) {
    case 'ArrowUp':
      return isPeer(previous) ? { parent, after: siblings[top - 2] ?? null, before: previous } : null;
    case 'ArrowDown':
      return isPeer(next) ? { parent, after: next } : null;
    case 'ArrowLeft': {
      const above = parent === null ? undefined : view.get(parent);
      return above ? { parent: above.place[0], after: above.id } : null;
    }
    case 'ArrowRight':
      return previous === undefined ? null : { parent: previous };
    default:
      return null;
  }
}

/** Corrects a drop before or between siblings that always sort first: the item goes right below them. */
export function settled(view: AuditView, node: Pick<TreeNode, 'type' | 'id'>, to: StepTo): StepTo {
  const siblings = displayOrder(view, to.parent).filter((id) => id !== node.id);
  const own = classOf(view, node);
  const isBefore = (id: ItemId) => {
    const other = view.get(id);
    return other !== undefined && classOf(view, other) < own;
  };
  const lastFirst = siblings.findLast(isBefore);
  if (lastFirst === undefined || to.after === undefined) return to;
  const goesAbove = to.after === null || isBefore(to.after);
  if (!goesAbove) return to;
  return { parent: to.parent, after: lastFirst };
}

/** Row to focus when a row disappears: the next sibling, else the previous one, else the parent. */
export function rowBeside(id: ItemId, view: AuditView): ItemId | null {
  const parent = view.get(id)?.place[0] ?? null;
  const siblings = displayOrder(view, parent);
  const at = siblings.indexOf(id);
  return siblings[at + 1] ?? siblings[at - 1] ?? parent;
}

/**
 * Click action by type: groups toggle, links navigate to their target, inspections with visits open the first one,
 * all other items open beside the tree.
 */
export function clickOf(
  { type }: Pick<TreeNode, 'type'>,
  hasVisit = false,
): 'toggle' | 'follow' | 'visit' | 'open' {
  if (isGroup(type)) return 'toggle';
  if (type === 'inspection' && hasVisit) return 'visit';
  return type === 'link' ? 'follow' : 'open';
}
