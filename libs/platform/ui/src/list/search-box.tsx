import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './list-toolbar.module.css';

export interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (search: string) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Names the list where the page has several; "Search" by default. */
  readonly label?: string;
  /** Whether `/` leads here. */
  readonly hasKey?: boolean;
}

/** Values of which the box remembers that it sent them: more keystrokes than a slow list leaves behind. */
const MOST_SENT = 50;

/**
 * Search field with local state, because the list follows in a transition and must not move the caret. Its own values
 * that come back are ignored; a change from outside (cleared, saved view) replaces what was typed.
 */
export function SearchBox({ value, onChange, inputRef, label, hasKey = true }: SearchBoxProps) {
  const { t } = useTranslation('ui');
  const words = label ?? t('list.search');
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  /** Values passed on that have not come back, oldest first. */
  const [sent, setSent] = useState<readonly string[]>([]);
  if (value !== seen) {
    setSeen(value);
    if (!sent.includes(value)) setTyped(value);
    setSent(sent.slice(sent.lastIndexOf(value) + 1));
  }
  const type = (text: string) => {
    setTyped(text);
    setSent([...sent, text].slice(-MOST_SENT));
    onChange(text);
  };
  return (
    <TextInput
      ref={inputRef}
      className={styles.search}
      type="search"
      aria-label={words}
      placeholder={words}
      {...(hasKey && { 'aria-keyshortcuts': '/' })}
      leftSection={<Search size={14} aria-hidden />}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
