import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
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

/** Search field with local state, because the URL follows with a delay and must not move the caret. */
export function SearchBox({ value, onChange, inputRef, label, hasKey = true }: SearchBoxProps) {
  const { t } = useTranslation('ui');
  const words = label ?? t('list.search');
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  // Follows changes from outside (cleared, saved view); its own value coming back is ignored.
  if (value !== sent) {
    setSent(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(typed);
      onChange(typed);
    }, 120);
    return () => clearTimeout(timer);
  }, [typed, sent, onChange]);
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
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
