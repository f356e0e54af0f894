import { MAX_NAME_LENGTH } from '@cotejo/audits-contracts';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './plan.module.css';

interface NameInputProps {
  readonly initial: string;
  readonly placeholder?: string;
  /** Enter, or leaving the field with something written. */
  readonly onCommit: (name: string) => void;
  readonly onCancel: () => void;
}

/** Names a row in its place: Enter keeps it, Esc leaves it as it was. */
export function NameInput({ initial, placeholder, onCommit, onCancel }: NameInputProps) {
  const { t } = useTranslation('audits-web');
  const [name, setName] = useState(initial);
  // Enter moves the focus away: the blur that follows must not commit or cancel once more.
  const settled = useRef(false);
  const settle = (keep: boolean) => {
    if (settled.current) return;
    const written = name.trim();
    settled.current = true;
    if (keep && written !== '') onCommit(written);
    else onCancel();
    setName(keep ? '' : name);
    // A row that stays for the next name takes input again.
    queueMicrotask(() => (settled.current = false));
  };
  return (
    <TextInput
      className={styles.nameInput}
      size="xs"
      autoFocus
      value={name}
      maxLength={MAX_NAME_LENGTH}
      placeholder={placeholder}
      aria-label={placeholder ?? t('plan.name')}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => settle(name.trim() !== initial)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') settle(true);
        if (event.key === 'Escape') settle(false);
      }}
    />
  );
}
