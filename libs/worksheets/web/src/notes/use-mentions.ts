import type { AvatarPerson } from '@cotejo/ui';
import { useId, useMemo, useState, type KeyboardEvent, type RefObject } from 'react';
import { peopleCalled } from '../text/referables.ts';
import { begunMention, mentionLabels, type BegunMention } from './mention-words.ts';

interface MentionsOf {
  readonly team: readonly AvatarPerson[];
  readonly text: string;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Replaces the text and sets the caret. */
  readonly write: (text: string, caret: number) => void;
}

/** Suggestions of users while a mention is typed. */
export function useMentions({ team, text, field, write }: MentionsOf) {
  const listId = useId();
  const labels = useMemo(() => mentionLabels(team), [team]);
  const [begun, setBegun] = useState<BegunMention | null>(null);
  const [active, setActive] = useState(0);
  const offered = useMemo(() => (begun ? peopleCalled(team, begun.query) : []), [team, begun]);
  const chosen = offered[active] ?? offered[0];

  const follow = () => {
    const area = field.current;
    const next =
      area && area.selectionStart === area.selectionEnd
        ? begunMention(area.value, area.selectionStart)
        : null;
    if (next?.at === begun?.at && next?.query === begun?.query) return;
    setActive(0);
    setBegun(next);
  };
  const take = (person: AvatarPerson) => {
    if (!begun) return;
    const named = `${text.slice(0, begun.at)}@${labels.get(person.id) ?? person.name} `;
    const rest = text.slice(begun.at + 1 + begun.query.length);
    setBegun(null);
    write(named + rest.replace(/^ /, ''), named.length);
  };
  /** Returns whether the list handled the key. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!chosen || event.nativeEvent.isComposing) return false;
    const { key } = event;
    const at = offered.indexOf(chosen);
    if (key === 'ArrowDown') setActive((at + 1) % offered.length);
    else if (key === 'ArrowUp') setActive((at + offered.length - 1) % offered.length);
    else if ((key === 'Enter' && !event.ctrlKey && !event.metaKey) || key === 'Tab') take(chosen);
    else if (key === 'Escape') setBegun(null);
    else return false;
    event.preventDefault();
    return true;
  };
  return { listId, labels, offered, chosen, follow, take, onKey, close: () => setBegun(null) };
}
