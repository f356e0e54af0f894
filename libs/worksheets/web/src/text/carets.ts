import { personColour } from '@cotejo/ui';
import { Extension } from '@tiptap/core';
import type { Plugin } from '@tiptap/pm/state';
import type { DecorationAttrs } from '@tiptap/pm/view';
import { yCursorPlugin } from '@tiptap/y-tiptap';
import type { Awareness } from 'y-protocols/awareness';

/** Somebody in the document, as the server set it; nothing is taken for granted that came over the wire. */
interface CaretUser {
  readonly id?: unknown;
  readonly name?: unknown;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Another person's cursor with the name beside it; the name is no text of the document, for nobody to copy or read out. */
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

/** Carets of the others in a text, and of this person for them. */
export const carets = (presence: Awareness): Extension =>
  Extension.create({
    name: 'carets',
    addProseMirrorPlugins() {
      // Its types say nothing.
      const plugin = yCursorPlugin(presenceForEditor(presence), {
        cursorBuilder: caretOf,
        selectionBuilder: selectionOf,
      }) as Plugin;
      return [plugin];
    },
  });

/**
 * The binding warns of each colour that is no RGB, at each keystroke; ours are the page's own tokens, so it is given
 * states without any.
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
