import { MAX_NOTE_LENGTH } from '@cotejo/worksheets-contracts';
import { Button, Textarea } from '@mantine/core';
import { useAtom } from 'jotai';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { noteDraftAtom } from './note-drafts.ts';
import styles from './notes.module.css';

interface NoteComposerProps {
  /** Names the draft: what was begun is there again when the panel is. */
  readonly place: string;
  readonly label: string;
  readonly send: string;
  /** Sends with or without words. */
  readonly mayBeEmpty?: boolean;
  /** True when it was taken. */
  readonly onSend: (text: string) => boolean;
  readonly onCancel?: () => void;
  /** Opened by a press of a button: the keys go there. */
  readonly takesFocus?: boolean;
}

/** A few lines of text and the button that sends them; Ctrl+Enter does too. */
export function NoteComposer(props: NoteComposerProps) {
  const { t } = useTranslation('worksheets-web');
  const { place, label, mayBeEmpty = false, takesFocus = false, onCancel } = props;
  const [text, setText] = useAtom(noteDraftAtom(place));
  const field = useRef<HTMLTextAreaElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    field.current?.focus({ preventScroll: true });
    // With its buttons, which would stay below the edge.
    whole.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);

  const words = text.trim();
  const isTooLong = words.length > MAX_NOTE_LENGTH;
  const canSend = !isTooLong && (mayBeEmpty || words !== '');
  const send = () => {
    if (canSend && props.onSend(words)) setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
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
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        rows={2}
        classNames={{ input: styles.area }}
        value={text}
        error={isTooLong ? t('notes.too_long', { most: MAX_NOTE_LENGTH }) : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.composerEnd}>
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
