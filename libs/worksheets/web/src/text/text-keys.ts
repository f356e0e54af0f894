import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';

/** Set while a suggestion list is open, in which Tab accepts. */
const HAS_LIST = 'aria-activedescendant';

/**
 * Tab moves to the next field, so that keyboard users can leave a text; only in tables it moves between
 * cells. Lists are indented by Ctrl+] and Ctrl+[.
 */
export const TextKeys = Extension.create({
  name: 'textKeys',
  priority: 1_000,
  addKeyboardShortcuts() {
    return {
      'Mod-]': () => this.editor.commands.sinkListItem('listItem'),
      'Mod-[': () => this.editor.commands.liftListItem('listItem'),
    };
  },
  addProseMirrorPlugins() {
    const { editor } = this;
    return [
      new Plugin({
        key: new PluginKey('textKeys'),
        props: {
          handleDOMEvents: {
            // Returning true skips the editor's shortcuts without preventing the browser's default.
            keydown: (view, event) =>
              event.key === 'Tab' && !editor.isActive('table') && !view.dom.hasAttribute(HAS_LIST),
          },
        },
      }),
    ];
  },
});
