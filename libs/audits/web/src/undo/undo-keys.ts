import { undoKeyOf } from '@cotejo/ui';
import { useEffect } from 'react';
import type { Undo } from './use-undo.ts';

type Acts = Pick<Undo, 'undo' | 'redo'>;

const TYPED = new Set(['text', 'search', 'number', 'email', 'tel', 'url', 'password', 'date', 'time']);

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** A field that is typed in, which browsers give an undo of their own. */
function textInput(target: EventTarget | null): TextInput | null {
  if (target instanceof HTMLTextAreaElement) return target.readOnly ? null : target;
  return target instanceof HTMLInputElement && TYPED.has(target.type) && !target.readOnly ? target : null;
}

/** A worksheet is a dialog, too, where it fills the screen of a phone; it belongs to the page. */
const isInDialog = (page: Document): boolean =>
  [...page.querySelectorAll('[role=dialog][aria-modal=true]')].some(
    (dialog) => dialog.closest('[data-dock-area]') === null,
  );

/**
 * Undo by keyboard anywhere on a page of the audit. A field with unsaved input undoes that first; a dialog has only
 * its fields' own undo. Editors that handle the key themselves prevent the event's default while they have
 * something to undo.
 */
export function listenForUndo(acts: Acts, page: Document = document): () => void {
  /** The focused input and what it held when it was entered or saved. */
  let entered: { readonly input: TextInput; readonly value: string } | null = null;
  const enter = ({ target }: Event) => {
    const input = textInput(target);
    entered = input && { input, value: input.value };
  };
  const press = (event: KeyboardEvent) => {
    const way = undoKeyOf(event);
    if (way === null || event.defaultPrevented || isInDialog(page)) return;
    const input = textInput(event.target);
    const isChanged = input !== null && (entered?.input !== input || entered.value !== input.value);
    if (!isChanged) {
      event.preventDefault();
      acts[way]();
      return;
    }
    // The browser undoes the input. Without an `input` event it had nothing left.
    let isUndone = false;
    const note = () => (isUndone = true);
    input.addEventListener('input', note, { once: true });
    setTimeout(() => {
      input.removeEventListener('input', note);
      if (!isUndone) acts[way]();
    });
  };
  page.addEventListener('focusin', enter);
  page.addEventListener('change', enter, true);
  page.addEventListener('keydown', press);
  return () => {
    page.removeEventListener('focusin', enter);
    page.removeEventListener('change', enter, true);
    page.removeEventListener('keydown', press);
  };
}

export function useUndoKeys(acts: Acts): void {
  useEffect(() => listenForUndo(acts), [acts]);
}
