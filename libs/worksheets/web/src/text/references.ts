import { mergeAttributes } from '@tiptap/core';
import { Mention, type MentionNodeAttrs } from '@tiptap/extension-mention';
import { PluginKey } from '@tiptap/pm/state';
import type { SuggestionKeyDownProps, SuggestionOptions, SuggestionProps } from '@tiptap/suggestion';

/** Trigger characters of references. */
export const REFERENCE_CHARS = { person: '@', item: '#', tick: '✓' } as const;

/** A suggestion of a list. */
export interface Referable {
  readonly id: string;
  /** Stored in the text: the name at that time. */
  readonly label: string;
  /** Detail shown beside the label. */
  readonly detail?: string;
}

export interface ReferenceSource {
  readonly people: (query: string) => readonly Referable[];
  readonly items: (query: string) => readonly Referable[];
  /** Name of the list, and its text for no results. */
  readonly words: { readonly people: string; readonly items: string; readonly nothing: string };
  /** Announces to screen readers. */
  readonly announce: (text: string) => void;
}

type Offer = SuggestionProps<Referable, MentionNodeAttrs>;
type Suggested = Omit<SuggestionOptions<Referable, MentionNodeAttrs>, 'editor'>;

export const referenceSuggestions = ({ people, items, words, announce }: ReferenceSource): Suggested[] => [
  suggestion(REFERENCE_CHARS.person, people, { list: words.people, nothing: words.nothing, announce }),
  suggestion(REFERENCE_CHARS.item, items, { list: words.items, nothing: words.nothing, announce }),
];

interface ListWords {
  readonly list: string;
  readonly nothing: string;
  readonly announce: (text: string) => void;
}

/** ARIA attributes of the editor, which keeps the focus, for the selected suggestion. */
const LIST_OF_EDITOR = ['aria-controls', 'aria-activedescendant'] as const;

const suggestion = (
  char: string,
  find: (query: string) => readonly Referable[],
  words: ListWords,
): Suggested => ({
  char,
  pluginKey: new PluginKey(`reference${char}`),
  items: ({ query }) => [...find(query)],
  render: () => offerList(words),
});

/** Suggestion list at the caret: arrow keys move, Enter accepts, Esc closes it without changes. */
function offerList(words: ListWords) {
  const list = document.createElement('div');
  list.className = 'text-offer';
  list.id = `text-offer-${crypto.randomUUID()}`;
  let offer: Offer | null = null;
  let active = 0;
  let told = '';
  let unmount: (() => void) | null = null;

  const take = (at: number) => {
    const chosen = offer?.items[at];
    if (chosen) offer?.command({ id: chosen.id, label: chosen.label });
  };
  const leaveEditor = () => {
    for (const name of LIST_OF_EDITOR) offer?.editor.view.dom.removeAttribute(name);
  };
  const draw = () => {
    const items = offer?.items ?? [];
    // While loading, old suggestions stay, to avoid flicker.
    if (offer?.loading && items.length === 0 && list.childElementCount > 0) return;
    if (items.length === 0) {
      list.removeAttribute('role');
      list.removeAttribute('aria-label');
      list.textContent = words.nothing;
      leaveEditor();
      return;
    }
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', words.list);
    const options = items.map((item, at) =>
      optionOf(item, { id: `${list.id}-${at}`, isActive: at === active, onTake: () => take(at) }),
    );
    list.replaceChildren(...options);
    options[active]?.scrollIntoView({ block: 'nearest' });
    offer?.editor.view.dom.setAttribute('aria-controls', list.id);
    offer?.editor.view.dom.setAttribute('aria-activedescendant', `${list.id}-${active}`);
  };
  /** Announced separately, because not all screen readers follow `aria-activedescendant` of an editor. */
  const tell = () => {
    if (offer?.loading) return;
    const chosen = offer?.items[active];
    const said = chosen ? `${chosen.label} ${chosen.detail ?? ''}`.trim() : words.nothing;
    if (said !== told) words.announce(said);
    told = said;
  };
  const show = (props: Offer) => {
    offer = props;
    active = Math.min(active, Math.max(0, props.items.length - 1));
    draw();
    tell();
  };
  return {
    onStart(props: Offer) {
      active = 0;
      show(props);
      unmount = props.mount(list);
    },
    onUpdate: show,
    onKeyDown({ event }: SuggestionKeyDownProps): boolean {
      // Esc must not close the surrounding worksheet.
      if (event.key === 'Escape') event.stopPropagation();
      const count = offer?.items.length ?? 0;
      if (count === 0) return false;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        active = (active + (event.key === 'ArrowDown' ? 1 : count - 1)) % count;
        draw();
        tell();
        return true;
      }
      if (event.key !== 'Enter' && event.key !== 'Tab') return false;
      take(active);
      return true;
    },
    onExit() {
      leaveEditor();
      unmount?.();
      unmount = null;
      offer = null;
    },
  };
}

interface OptionState {
  readonly id: string;
  readonly isActive: boolean;
  readonly onTake: () => void;
}

function optionOf({ label, detail }: Referable, { id, isActive, onTake }: OptionState): HTMLElement {
  const option = document.createElement('div');
  option.id = id;
  option.setAttribute('role', 'option');
  option.setAttribute('aria-selected', String(isActive));
  option.className = 'text-offer-option';
  const name = document.createElement('span');
  name.textContent = label;
  option.append(name);
  if (detail) {
    const more = document.createElement('small');
    more.textContent = detail;
    option.append(more);
  }
  // Prevents the editor from losing the focus.
  option.addEventListener('mousedown', (event) => {
    event.preventDefault();
    onTake();
  });
  return option;
}

/** A reference as stored in a text. */
interface KeptReference {
  readonly id: string | null;
  readonly label: string | null;
  readonly mentionSuggestionChar: string;
}

/** Users, items and tick marks in a text: stored by id, with the name at that time. */
export const references = (source: ReferenceSource) =>
  Mention.extend({
    renderHTML({ node, HTMLAttributes }) {
      const { id, label, mentionSuggestionChar: char } = node.attrs as KeptReference;
      return [
        'span',
        mergeAttributes(HTMLAttributes, { class: 'text-reference', 'data-kind': char, 'data-id': id }),
        char === REFERENCE_CHARS.tick ? (label ?? '') : `${char}${label ?? id ?? ''}`,
      ];
    },
    renderText: ({ node }) => {
      const { label, id } = node.attrs as KeptReference;
      return label ?? id ?? '';
    },
  }).configure({ suggestions: referenceSuggestions(source), deleteTriggerWithBackspace: true });
