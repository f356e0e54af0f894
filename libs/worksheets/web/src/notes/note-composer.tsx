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
  /** Names the draft: what was begun is there again when the panel is. */
  readonly place: string;
  readonly label: string;
  readonly send: string;
  readonly people: NotePeople;
  /** What it is about, above it. */
  readonly about?: ReactNode;
  /** Sends with or without words. */
  readonly mayBeEmpty?: boolean;
  /** True when it was taken. People are named by id in the text. */
  readonly onSend: (text: string) => boolean;
  readonly onCancel?: () => void;
  /** Opened by a press of a button: the keys go there. */
  readonly takesFocus?: boolean;
}

/** A few lines of text, in which `@` names people, and the button that sends them; Ctrl+Enter does too. */
export function NoteComposer(props: NoteComposerProps) {
  const { t } = useTranslation('worksheets-web');
  const { place, label, people, about, mayBeEmpty = false, takesFocus = false, onCancel } = props;
  const [text, setText] = useAtom(noteDraftAtom(place));
  const field = useRef<HTMLTextAreaElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    field.current?.focus({ preventScroll: true });
    // With its buttons, which would stay below the edge.
    whole.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);

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
    // Esc takes back what it closes first: the panel stays.
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
        // The text that it stands on has the focus: it is in sight.
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
              // The keys are heard in the text, which keeps the focus.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <div
                key={person.id}
                id={`${mentions.listId}${person.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={person === chosen}
                className={styles.offer}
                // Before the text loses the focus.
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
      {/* Not every screen reader follows `aria-activedescendant` out of a text. */}
      <span role="status" className="visually-hidden">
        {chosen &&
          t('notes.mention.offered', { name: mentions.labels.get(chosen.id), count: offered.length })}
      </span>
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
