import type { KeyboardEvent } from 'react';

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

export interface StackKeys {
  turn(by: 1 | -1): void;
  focusTree(): void;
}

/**
 * Keyboard navigation in the stack of worksheets, and between it and the tree. Returns true when the key was
 * handled. Esc is left to the focused panel, which it closes.
 */
export function handleStackKey(event: Key, area: HTMLElement, keys: StackKeys): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (ctrlKey || metaKey || shiftKey) return false;
  if (altKey && (key === 'PageDown' || key === 'PageUp')) {
    keys.turn(key === 'PageDown' ? 1 : -1);
    return true;
  }
  if (altKey || key !== 'F6') return false;
  const front = [...area.querySelectorAll<HTMLElement>('section[role=dialog]')].find((panel) =>
    panel.checkVisibility(),
  );
  if (!front) return false;
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && front.contains(activeElement)) {
    // The tree does not take the focus from a focused element.
    activeElement.blur();
    keys.focusTree();
  } else front.focus({ preventScroll: true });
  return true;
}
