import { personColour } from '@cotejo/ui';
import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import type { DecorationAttrs, EditorView } from '@tiptap/pm/view';
import { yCursorPlugin } from '@tiptap/y-tiptap';
import type { Awareness } from 'y-protocols/awareness';

/** A user's presence set by the server; validated because it is input from the network. */
interface CaretUser {
  readonly id?: unknown;
  readonly name?: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * Another user's caret with a name label, which is not part of the document, so it is neither copied nor read
 * aloud.
 */
export function caretOf(user: CaretUser): HTMLElement {
  const caret = document.createElement('span');
  caret.className = 'text-caret';
  caret.ariaHidden = 'true';
  caret.style.setProperty('--caret', personColour(textOf(user.id)));
  const label = document.createElement('span');
  label.className = 'text-caret-name';
  label.dataset['name'] = textOf(user.name);
  caret.append(label);
  return caret;
}

export const selectionOf = (user: CaretUser): DecorationAttrs => ({
  class: 'text-selection',
  style: `--caret: ${personColour(textOf(user.id))}`,
});

type Box = Pick<DOMRect, 'top' | 'bottom' | 'left' | 'right'>;

/** Pixels around this user's caret that are being read: some words on either side. */
const READ_AROUND = 120;

/** Whether a name would cover what this user is writing, around their caret. */
export const isInTheWay = (name: Box, caret: Box): boolean =>
  name.top < caret.bottom &&
  name.bottom > caret.top &&
  name.left < caret.right + READ_AROUND &&
  name.right > caret.left - READ_AROUND;

/** Hides the names of carets that cover the line in which this user writes. */
function stepAside(view: EditorView): void {
  const { dom, root } = view;
  const selection = 'getSelection' in root ? root.getSelection() : null;
  // No boxes in jsdom.
  const [caret] = (selection?.rangeCount && selection.getRangeAt(0).getClientRects?.()) || [];
  for (const name of dom.querySelectorAll<HTMLElement>('.text-caret-name')) {
    const isAside = caret !== undefined && view.hasFocus() && isInTheWay(name.getBoundingClientRect(), caret);
    name.toggleAttribute('data-aside', isAside);
  }
}

const aside = new Plugin({
  view: () => ({ update: stepAside }),
});

/** Shows the carets of other users, and publishes this user's. */
export const carets = (presence: Awareness): Extension =>
  Extension.create({
    name: 'carets',
    addProseMirrorPlugins() {
      // The binding is untyped.
      const plugin = yCursorPlugin(presenceForEditor(presence), {
        cursorBuilder: caretOf,
        selectionBuilder: selectionOf,
      }) as Plugin;
      return [plugin, aside];
    },
  });

/**
 * The binding logs a warning at each keystroke for colours that are not RGB. The colours are CSS tokens of
 * the page, so states are passed without them.
 */
function presenceForEditor(presence: Awareness): Awareness {
  const shown: Awareness = Object.create(presence) as Awareness;
  shown.getStates = () =>
    new Map(
      [...presence.getStates()].map(([client, state]) => {
        const user: unknown = state['user'];
        return [client, { ...state, user: typeof user === 'object' ? { ...user, color: null } : {} }];
      }),
    );
  return shown;
}
