import type { KeyboardEvent } from 'react';

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

export interface StackKeys {
  turn(by: 1 | -1): void;
  /** To the worksheet of the row below (1) or above (-1). */
  step(by: 1 | -1): void;
  focusTree(): void;
}

const PANEL = 'section[role=dialog]';
/** Texts of several lines, in which Alt and an arrow move the caret (macOS), and lists that they open. */
const OWN_ARROWS = 'textarea, select, [contenteditable="true"], [role=combobox], [aria-haspopup=listbox]';

const visiblePanels = (area: ParentNode): HTMLElement[] =>
  [...area.querySelectorAll<HTMLElement>(PANEL)].filter((panel) => panel.checkVisibility?.() === true);

/** The first visible panel beside the tree. */
export const frontPanel = (area: ParentNode): HTMLElement | undefined => visiblePanels(area)[0];

/**
 * Keyboard navigation in the stack of worksheets, and between it, the panel beside it and the tree. Returns true when
 * the key was handled. Esc is left to the focused panel, which it closes.
 */
export function handleStackKey(event: Key, area: HTMLElement, keys: StackKeys): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (ctrlKey || metaKey || shiftKey) return false;
  if (altKey && (key === 'PageDown' || key === 'PageUp')) {
    keys.turn(key === 'PageDown' ? 1 : -1);
    return true;
  }
  const { activeElement } = document;
  if (altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
    // In the tree these keys move rows.
    const isInPanel = area.contains(activeElement?.closest(PANEL) ?? null);
    if (!isInPanel || activeElement?.matches(OWN_ARROWS) === true) return false;
    keys.step(key === 'ArrowDown' ? 1 : -1);
    return true;
  }
  if (!altKey && (key === 'ArrowRight' || key === 'ArrowLeft'))
    return turnTab(activeElement, key === 'ArrowRight' ? 1 : -1);
  if (altKey || key !== 'F6') return false;
  const panels = visiblePanels(area);
  if (panels.length === 0) return false;
  const held = panels.findIndex((panel) => panel.contains(activeElement));
  const next = panels[held + 1];
  if (next) next.focus({ preventScroll: true });
  else if (activeElement instanceof HTMLElement) {
    // The tree does not take the focus from a focused element.
    activeElement.blur();
    keys.focusTree();
  }
  return true;
}

/** Selects the tab beside the current one while the panel itself has the focus, as after it was opened. */
function turnTab(panel: Element | null, by: 1 | -1): boolean {
  if (panel?.matches(PANEL) !== true) return false;
  const tabs = [...panel.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
  const next = tabs.at((at + by) % Math.max(1, tabs.length));
  next?.click();
  return next !== undefined;
}
