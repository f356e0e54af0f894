import { PersonAvatar } from '@cotejo/ui';
import { MAX_NOTE_LENGTH } from '@cotejo/worksheets-contracts';
import { Button, Popover, Textarea } from '@mantine/core';
import { useAtom } from 'jotai';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { useTranslation } from 'react-i18next';
import { withIds } from './mention-words.ts';
import { noteDraftAtom } from './note-drafts.ts';
import type { NotePeople } from './note-words.tsx';
import styles from './notes.module.css';
import { useMentions } from './use-mentions.ts';

interface NoteComposerProps {
  /** Key of the draft, which survives closing the panel. */
  readonly place: string;
  readonly label: string;
  readonly send: string;
  readonly people: NotePeople;
  /** Subject shown above the text. */
  readonly about?: ReactNode;
  /** Allows sending without text. */
  readonly mayBeEmpty?: boolean;
  /** Returns whether the text was accepted. Users are mentioned by id in it. */
  readonly onSend: (text: string) => boolean;
  readonly onCancel?: () => void;
  /** Focuses the text when mounted, and again with each new value; false = never. */
  readonly takesFocus?: number | false;
  /** Called once the text has taken the focus. */
  readonly onFocused?: () => void;
  /** Takes the first focus of its panel on phones. */
  readonly isFirst?: boolean;
  /** Choices about what is sent, above the buttons. */
  readonly choices?: ReactNode;
}

/** A text area with `@` mentions and a send button; Ctrl+Enter sends, too. */
export function NoteComposer(props: NoteComposerProps) {
  const { t } = useTranslation('worksheets-web');
  const { place, label, people, about, mayBeEmpty = false, takesFocus = false, onCancel, onFocused } = props;
  const [text, setText] = useAtom(noteDraftAtom(people.me, place));
  const field = useRef<HTMLTextAreaElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus === false) return;
    field.current?.focus({ preventScroll: true });
    // Including the buttons below the text.
    whole.current?.scrollIntoView({ block: 'nearest' });
    onFocused?.();
  }, [takesFocus, onFocused]);

  const [caret, setCaret] = useState<number | null>(null);
  useLayoutEffect(() => {
    if (caret === null) return;
    field.current?.setSelectionRange(caret, caret);
    setCaret(null);
  }, [caret]);
  const others = useMemo(() => people.team.filter(({ id }) => id !== people.me), [people]);
  const mentions = useMentions({
    team: others,
    text,
    field,
    write: (next, at) => {
      setText(next);
      setCaret(at);
    },
  });
  const { offered, chosen } = mentions;

  const words = withIds(text.trim(), mentions.labels);
  const isTooLong = words.length > MAX_NOTE_LENGTH;
  const canSend = !isTooLong && (mayBeEmpty || words !== '');
  const send = () => {
    if (canSend && props.onSend(words)) setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (mentions.onKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
    // Esc cancels the composer first; the panel stays open.
    if (event.key === 'Escape' && onCancel) {
      event.preventDefault();
      onCancel();
    }
  };
  return (
    <div ref={whole} className={styles.composer}>
      {about}
      <Popover
        opened={chosen !== undefined}
        position="top-start"
        width="target"
        shadow="md"
        trapFocus={false}
        returnFocus={false}
        closeOnEscape={false}
        withRoles={false}
        // The anchor has the focus, so it is always visible.
        hideDetached={false}
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <Textarea
            ref={field}
            aria-label={label}
            aria-autocomplete="list"
            placeholder={label}
            rows={2}
            data-autofocus={props.isFirst === true || undefined}
            classNames={{ input: styles.area }}
            value={text}
            error={isTooLong ? t('notes.too_long', { most: MAX_NOTE_LENGTH }) : undefined}
            {...(chosen && {
              'aria-controls': mentions.listId,
              'aria-activedescendant': `${mentions.listId}${chosen.id}`,
            })}
            onChange={(event) => {
              setText(event.currentTarget.value);
              mentions.follow();
            }}
            onSelect={mentions.follow}
            onBlur={mentions.close}
            onKeyDown={onKeyDown}
          />
        </Popover.Target>
        <Popover.Dropdown p={4}>
          <div id={mentions.listId} role="listbox" aria-label={t('notes.mention.list')}>
            {offered.map((person) => (
              // Keys are handled by the text, which keeps the focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={person.id}
                id={`${mentions.listId}${person.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={person === chosen}
                className={styles.offer}
                // Prevents the text from losing the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => mentions.take(person)}
              >
                <PersonAvatar person={person} size={20} decorative />
                <span>{mentions.labels.get(person.id)}</span>
              </div>
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
      {/* Not all screen readers follow `aria-activedescendant` of a text area. */}
      <span role="status" className="visually-hidden">
        {chosen &&
          t('notes.mention.offered', { name: mentions.labels.get(chosen.id), count: offered.length })}
      </span>
      {props.choices}
      <div className={styles.composerEnd}>
        <span className={styles.hint}>{t('notes.mention.hint')}</span>
        {onCancel && (
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            {t('notes.cancel')}
          </Button>
        )}
        <Button size="compact-sm" disabled={!canSend} onClick={send}>
          {props.send}
        </Button>
      </div>
    </div>
  );
}
