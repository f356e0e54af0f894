import { DateField, useFormat } from '@cotejo/ui';
import { useEffect, useRef, useState, type FocusEvent } from 'react';
import { FieldFrame } from './field-frame.tsx';
import styles from './fields.module.css';
import { useValue } from './use-value.ts';
import type { ValueFieldProps } from './value-field-props.ts';

/** Milliseconds without typing before a date is saved: an unfinished one may parse as another day. */
const REST_MS = 700;

/** A day, dd/MM/yyyy, typed or from a calendar. */
export function DayField({ type, valueKey, lock }: ValueFieldProps) {
  const format = useFormat();
  const field = useValue(type, valueKey);
  const stored = typeof field.value === 'string' ? field.value : '';
  const [draft, setDraft] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const keep = (day: string) => {
    clearTimeout(timer.current);
    const said = day === '' ? null : day;
    const why = field.judge(said);
    setRefused(why);
    // A refused value stays in the field to be corrected.
    if (why === null && field.set(said)) setDraft(null);
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (draft !== null && !event.currentTarget.contains(event.relatedTarget)) keep(draft);
  };
  return (
    <FieldFrame field={field} lock={lock} labels="group">
      {({ isDisabled }) =>
        isDisabled ? (
          <span className={`${styles.read} num`}>{stored === '' ? '—' : format.date(stored)}</span>
        ) : (
          <div onBlur={onBlur}>
            <DateField
              ariaLabel={field.label}
              value={draft ?? stored}
              error={refused}
              onChange={(day) => {
                setDraft(day);
                setRefused(null);
                clearTimeout(timer.current);
                timer.current = setTimeout(() => keep(day), REST_MS);
              }}
            />
          </div>
        )
      }
    </FieldFrame>
  );
}
