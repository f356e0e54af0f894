import type { RiskLevel } from '@cotejo/ui';
import { useId, type ReactNode } from 'react';
import styles from './fields.module.css';

export interface Option<Value extends string | number> {
  readonly value: Value;
  readonly label: ReactNode;
  /** Colour when chosen; the word is in the label. */
  readonly level?: RiskLevel;
}

interface OptionsProps<Value extends string | number> {
  readonly options: readonly Option<Value>[];
  readonly value: Value | null;
  readonly labelledBy?: string;
  readonly label?: string;
  readonly describedBy?: string | undefined;
  readonly disabled: boolean;
  /** Width fits the text. */
  readonly isCompact?: boolean;
  readonly onChoose: (value: Value) => void;
}

/** A few options side by side as native radio buttons, so that arrow keys work. */
export function Options<Value extends string | number>(props: OptionsProps<Value>) {
  const { options, value, labelledBy, label, describedBy, disabled, isCompact, onChoose } = props;
  const name = useId();
  return (
    <div
      className={styles.options}
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-label={label}
      aria-describedby={describedBy}
      data-disabled={disabled || undefined}
      data-compact={isCompact || undefined}
    >
      {options.map((option) => (
        <label key={option.value} className={styles.option} data-level={option.level}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={disabled}
            onChange={() => onChoose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
