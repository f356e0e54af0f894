import type { ItemValue } from '@cotejo/audits-contracts';
import { Input } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useItem, useWorksheetHost } from '../host/worksheet-host.ts';
import { FieldFrame } from './field-frame.tsx';
import { useDraft } from './use-draft.ts';
import type { ValueField } from './use-value.ts';
import styles from './fields.module.css';

export interface TypedFieldProps {
  readonly field: ValueField;
  readonly lock: string | null;
  readonly hint?: ReactNode;
  readonly show: (value: ItemValue) => string;
  /** Undefined for invalid input. */
  readonly read: (text: string) => ItemValue | undefined;
  /** Description of valid input, shown on an error. */
  readonly wanted: string;
  /** Change per arrow key, in the stored unit. */
  readonly step?: number;
  readonly unit?: string;
  /** Content beside the input, in the same row. */
  readonly beside?: ReactNode;
  readonly set?: (value: ItemValue) => boolean;
}

/** A typed number, saved on blur. */
export function TypedField({ field, lock, hint, wanted, unit, beside, step, ...rest }: TypedFieldProps) {
  const { t } = useTranslation('worksheets-web');
  const { person } = useWorksheetHost();
  const node = useItem();
  const draft = useDraft({
    stored: field.value,
    show: rest.show,
    read: rest.read,
    set: rest.set ?? field.set,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') draft.keep();
    else if (event.key === 'Escape' && draft.isWriting) {
      event.preventDefault();
      draft.drop();
    } else if (step !== undefined && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const now = rest.read(draft.text);
      const next = Math.max(
        0,
        (typeof now === 'number' ? now : 0) + (event.key === 'ArrowUp' ? step : -step),
      );
      draft.write(rest.show(next));
    }
  };
  const told = draft.isWrong ? (
    <p data-tone="bad" role="alert">
      {wanted}
    </p>
  ) : draft.hasMet ? (
    <p role="status">
      {t('field.met', { name: person(node?.changedBy ?? null)?.name ?? '', value: rest.show(field.value) })}{' '}
      <button type="button" onClick={draft.drop}>
        {t('field.take_theirs')}
      </button>
    </p>
  ) : undefined;
  return (
    <FieldFrame field={field} lock={lock} hint={hint} told={told} isWide={beside !== undefined}>
      {({ id, describedBy, isDisabled }) => {
        const input = (
          <Input
            id={id}
            className={styles.number ?? ''}
            inputMode="decimal"
            autoComplete="off"
            value={draft.text}
            disabled={isDisabled}
            // Mantine's input does not pass `aria-describedby` through, so it is set here.
            attributes={{ input: { 'aria-describedby': describedBy } }}
            error={draft.isWrong}
            {...(unit !== undefined && { rightSection: <span aria-hidden>{unit}</span> })}
            onChange={(event) => draft.write(event.currentTarget.value)}
            onBlur={draft.keep}
            onKeyDown={onKeyDown}
          />
        );
        return beside === undefined ? (
          input
        ) : (
          <div className={styles.money}>
            {input}
            {beside}
          </div>
        );
      }}
    </FieldFrame>
  );
}
