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
  /** An empty field is a value too. */
  readonly mayBeEmpty?: boolean;
  /** Enter, or leaving the field with something written. */
  readonly onCommit: (text: string) => void;
  readonly onCancel: () => void;
  /** Tab (1) and Shift+Tab (-1); without it they leave the field. */
  readonly onIndent?: (by: 1 | -1) => void;
  /** Several lines were pasted. */
  readonly onLines?: (lines: readonly string[]) => void;
}

/** Writes in a row's place: Enter keeps it, Esc leaves it as it was. */
export function NameInput(props: NameInputProps) {
  const { t } = useTranslation('audits-web');
  const { initial, mayBeEmpty = false } = props;
  const [text, setText] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  // Enter moves the focus away: the blur that follows must not commit or cancel once more.
  const settled = useRef(false);
  useEffect(() => {
    // A row that stands far down is scrolled to by the tree, not by the field.
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
    // A row that stays for the next name takes input again.
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
        // The menu that led here may reach for the keys a moment late, on its way out.
        if (event.relatedTarget?.closest('[role="menu"]')) queueMicrotask(() => field.current?.focus(STAY));
        // A field that is taken away is not left.
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
