import { Switch } from '@mantine/core';
import { FieldFrame } from './field-frame.tsx';
import styles from './fields.module.css';
import { useValue } from './use-value.ts';
import type { ValueFieldProps } from './value-field-props.ts';

/** Yes or no. */
export function SwitchField({ type, valueKey, lock }: ValueFieldProps) {
  const field = useValue(type, valueKey);
  const isOn = field.value === true;
  return (
    <FieldFrame field={field} lock={lock}>
      {({ id, describedBy, isDisabled }) => (
        <div className={styles.switch}>
          <Switch
            id={id}
            aria-describedby={describedBy}
            label={field.optionWord(isOn)}
            aria-label={field.label}
            checked={isOn}
            disabled={isDisabled}
            onChange={(event) => field.set(event.currentTarget.checked)}
          />
        </div>
      )}
    </FieldFrame>
  );
}
