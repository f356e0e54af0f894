import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';

/** The editor has a list open under its cursor, in which Tab takes what is chosen. */
const HAS_LIST = 'aria-activedescendant';

/**
 * Tab goes on to the next field, for whoever has no mouse must get out of a text; only in a table it goes from cell to
 * cell. Lists are indented by Ctrl+] and Ctrl+[.
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
            // What is taken here the editor's own keys never see, and the browser does what it always does.
            keydown: (view, event) =>
              event.key === 'Tab' && !editor.isActive('table') && !view.dom.hasAttribute(HAS_LIST),
          },
        },
      }),
    ];
  },
});
