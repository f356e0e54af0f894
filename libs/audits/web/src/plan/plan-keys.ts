import type { ItemId, KernelIntent } from '@cotejo/audits-contracts';
import { displayOrder, type AuditView } from '@cotejo/audits-domain';
import type { KeyboardEvent } from 'react';

export interface PlanCommands {
  rename(id: ItemId): void;
  askDelete(id: ItemId): void;
  askMove(id: ItemId): void;
  addInside(id: ItemId): void;
  undo(): void;
  redo(): void;
  /** Acts and keeps the row in sight. */
  move(intent: KernelIntent): void;
}

/**
 * The tree's own keys: F2 renames, Supr deletes, M moves elsewhere, Insert adds inside; Alt with arrows
 * moves the row up, down, out and in; Ctrl/⌘ Z takes back. True when the key was one of them.
 */
export function handlePlanKey(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>,
  id: ItemId | null,
  view: AuditView,
  commands: PlanCommands,
): boolean {
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && event.key.toLowerCase() === 'z') {
    if (event.shiftKey) commands.redo();
    else commands.undo();
    return true;
  }
  if (isCommand && event.key.toLowerCase() === 'y') {
    commands.redo();
    return true;
  }
  if (isCommand || id === null) return false;
  if (event.altKey) {
    const intent = stepIntent(event.key, id, view);
    if (intent) commands.move(intent);
    return intent !== null || event.key.startsWith('Arrow');
  }
  switch (event.key) {
    case 'F2':
      commands.rename(id);
      return true;
    case 'Delete':
      commands.askDelete(id);
      return true;
    case 'Insert':
      commands.addInside(id);
      return true;
    case 'm':
    case 'M':
      commands.askMove(id);
      return true;
    default:
      return false;
  }
}

/** One step of a row by an arrow key, as an intent; null when there is no such step. */
export function stepIntent(key: string, id: ItemId, view: AuditView): KernelIntent | null {
  const node = view.get(id);
  if (!node) return null;
  const parent = node.place[0];
  const siblings = displayOrder(view, parent);
  const at = siblings.indexOf(id);
  const previous = siblings[at - 1];
  switch (key) {
    case 'ArrowUp':
      if (previous === undefined) return null;
      return { kind: 'move_item', id, parent, after: siblings[at - 2] ?? null, before: previous };
    case 'ArrowDown': {
      const next = siblings[at + 1];
      return next === undefined ? null : { kind: 'move_item', id, parent, after: next };
    }
    case 'ArrowLeft': {
      const above = parent === null ? undefined : view.get(parent);
      return above ? { kind: 'move_item', id, parent: above.place[0], after: above.id } : null;
    }
    case 'ArrowRight':
      return previous === undefined ? null : { kind: 'move_item', id, parent: previous };
    default:
      return null;
  }
}

/** Where the focus goes when a row goes: to the next one, else the one before it, else up. */
export function rowBeside(id: ItemId, view: AuditView): ItemId | null {
  const parent = view.get(id)?.place[0] ?? null;
  const siblings = displayOrder(view, parent);
  const at = siblings.indexOf(id);
  return siblings[at + 1] ?? siblings[at - 1] ?? parent;
}
