import { TextInput } from '@mantine/core';
import { Check, Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './choice-list.module.css';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Shown after the label in smaller type. */
  readonly hint?: string | undefined;
}

interface ChoiceListProps {
  readonly label: string;
  readonly placeholder: string;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly choices: readonly Choice[];
  /** Text for an empty result. */
  readonly nothing: string;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
}

/** Searchable single-choice list: the focus stays in the field, the arrow keys move in the list below. */
export function ChoiceList(props: ChoiceListProps) {
  const { choices, value, onChange } = props;
  const [active, setActive] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const current = choices[active];
    if (step !== undefined) {
      event.preventDefault();
      setActive((now) => Math.max(0, Math.min(choices.length - 1, now + step)));
      // Enter on the selected option submits the form.
    } else if (event.key === 'Enter' && current && current.value !== value) {
      event.preventDefault();
      onChange(current.value);
    }
  };

  return (
    <div className={styles.box}>
      <TextInput
        label={props.label}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={choices[active] ? `${id}-${active}` : undefined}
        placeholder={props.placeholder}
        leftSection={<Search size={14} aria-hidden />}
        value={props.search}
        onChange={(event) => {
          props.onSearch(event.currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <div ref={list} id={id} role="listbox" aria-label={props.label} className={styles.list}>
        {choices.map((choice, at) => (
          // The keys are those of the field above, which owns the list.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={choice.value}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={choice.value === value}
            className={styles.choice}
            data-active={at === active || undefined}
            onClick={() => {
              setActive(at);
              onChange(choice.value);
            }}
          >
            {choice.icon}
            <span className={styles.label}>{choice.label}</span>
            {choice.hint !== undefined && <span className={styles.hint}>{choice.hint}</span>}
            {choice.value === value && <Check size={15} className={styles.check} aria-hidden />}
          </div>
        ))}
      </div>
      {choices.length === 0 && (
        <p className={styles.nothing} role="status">
          {props.nothing}
        </p>
      )}
    </div>
  );
}
