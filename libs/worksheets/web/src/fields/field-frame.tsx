import { AvatarStack, personColour } from '@cotejo/ui';
import { ActionIcon, Tooltip } from '@mantine/core';
import { LockKeyhole, X } from 'lucide-react';
import { useId, type CSSProperties, type FocusEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NoteHere } from '../notes/note-here.tsx';
import styles from './fields.module.css';
import { announcedValue, type ValueField } from './use-value.ts';

export interface FieldFrameProps {
  readonly field: ValueField;
  /** Unmet precondition of the field as a text; null if met. */
  readonly lock: string | null;
  readonly hint?: ReactNode;
  /** Message below the field: a validation error, or the author of a concurrent change. */
  readonly told?: ReactNode;
  /** Spans the whole width. */
  readonly isWide?: boolean;
  /** A group of options is labelled by the field's label itself. */
  readonly labels?: 'control' | 'group';
  readonly children: (parts: FieldParts) => ReactNode;
}

export interface FieldParts {
  readonly id: string;
  readonly labelId: string;
  readonly describedBy: string | undefined;
  readonly isDisabled: boolean;
}

/** Frame of a short field: label, other users in it, the reason if it is read-only, and its control. */
export function FieldFrame({
  field,
  lock,
  hint,
  told,
  isWide,
  labels = 'control',
  children,
}: FieldFrameProps) {
  const { t } = useTranslation('worksheets-web');
  const id = useId();
  const [labelId, hintId] = [`${id}label`, `${id}hint`];
  const why = lock ?? field.refusal;
  const isDisabled = why !== null;
  const hasHint = lock !== null || hint !== undefined || told !== undefined;
  const colour = field.peerColour ?? (field.litBy ? personColour(field.litBy.id) : undefined);
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) field.focus.onBlur();
  };
  return (
    <div
      className={styles.field}
      data-field={field.key}
      data-notes-around
      data-wide={isWide || undefined}
      data-peer={colour !== undefined || undefined}
      style={{ '--peer': colour } as CSSProperties}
      onFocus={field.focus.onFocus}
      onBlur={leave}
    >
      <div className={styles.head}>
        {labels === 'control' ? (
          <label id={labelId} htmlFor={id} className={styles.label}>
            {field.label}
          </label>
        ) : (
          <span id={labelId} className={styles.label}>
            {field.label}
          </span>
        )}
        {why !== null && (
          <Tooltip label={why}>
            <LockKeyhole size={12} className={styles.lock} aria-hidden />
          </Tooltip>
        )}
        {field.litBy !== null && <span className={styles.lit}>{field.litBy.name}</span>}
        <AvatarStack label={t('text.present', { field: field.label })} size={18} people={field.peers} />
        <span className={styles.aside}>
          <NoteHere field={announcedValue(field.key)} label={field.label} />
          {!isDisabled && field.value !== null && (
            <ActionIcon
              size={18}
              className={styles.clear ?? ''}
              aria-label={t('field.clear', { field: field.label })}
              title={t('field.clear', { field: field.label })}
              onClick={() => field.set(null)}
            >
              <X size={12} aria-hidden />
            </ActionIcon>
          )}
        </span>
      </div>
      {children({ id, labelId, describedBy: hasHint || why !== null ? hintId : undefined, isDisabled })}
      <div id={hintId} className={styles.hint}>
        {lock !== null && <p data-tone="lock">{lock}</p>}
        {lock === null && why !== null && <p className="visually-hidden">{why}</p>}
        {hint !== undefined && <p>{hint}</p>}
        {told}
      </div>
    </div>
  );
}
