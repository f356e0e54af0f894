import { MAX_NAME_LENGTH } from '@cotejo/audits-contracts';
import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './plan-row.module.css';

const STAY: FocusOptions = { preventScroll: true };

interface NameInputProps {
  readonly initial: string;
  readonly label?: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** An empty text may be committed. */
  readonly mayBeEmpty?: boolean;
  /** Called on Enter, or on blur when the text changed. */
  readonly onCommit: (text: string) => void;
  readonly onCancel: () => void;
  /** Called on Tab (1) and Shift+Tab (-1); without it, Tab leaves the field. */
  readonly onIndent?: (by: 1 | -1) => void;
  /** Called when several lines are pasted. */
  readonly onLines?: (lines: readonly string[]) => void;
}

/** In-place text field: Enter commits, Esc restores the old text. */
export function NameInput(props: NameInputProps) {
  const { t } = useTranslation('audits-web');
  const { initial, mayBeEmpty = false } = props;
  const [text, setText] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  // Enter moves the focus away: the blur that follows must not commit or cancel a second time.
  const settled = useRef(false);
  useEffect(() => {
    // The tree scrolls to the row; the browser's own scroll on focus would jump.
    field.current?.focus(STAY);
    field.current?.select();
  }, []);

  const settle = (keep: boolean) => {
    if (settled.current) return;
    const written = text.trim();
    settled.current = true;
    if (keep && (written !== '' || mayBeEmpty)) props.onCommit(written);
    else props.onCancel();
    setText(keep ? '' : text);
    // The draft row stays mounted for the next name and must accept input again.
    queueMicrotask(() => (settled.current = false));
  };
  const onPaste = (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData('text/plain')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '');
    if (lines.length < 2 || !props.onLines) return;
    event.preventDefault();
    settled.current = true;
    props.onLines(lines);
  };

  return (
    <TextInput
      ref={field}
      className={styles.nameInput}
      size="xs"
      value={text}
      maxLength={props.maxLength ?? MAX_NAME_LENGTH}
      placeholder={props.placeholder}
      aria-label={props.label ?? props.placeholder ?? t('plan.name')}
      data-no-drag
      onChange={(event) => setText(event.currentTarget.value)}
      onClick={(event) => event.stopPropagation()}
      onBlur={(event) => {
        // The closing menu that opened this field may take the focus back a moment later.
        if (event.relatedTarget?.closest('[role="menu"]')) queueMicrotask(() => field.current?.focus(STAY));
        // Unmounting also fires blur; it must not commit.
        else if (event.currentTarget.isConnected) settle(text.trim() !== initial);
      }}
      onPaste={onPaste}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') settle(true);
        if (event.key === 'Escape') settle(false);
        if (event.key === 'Tab' && props.onIndent) {
          event.preventDefault();
          props.onIndent(event.shiftKey ? -1 : 1);
        }
      }}
    />
  );
}
