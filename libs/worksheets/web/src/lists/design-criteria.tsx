import { DEFAULT_RISK_SETTINGS, type DesignCriterion } from '@cotejo/audits-domain';
import { AvatarStack, useFormat } from '@cotejo/ui';
import { NativeSelect } from '@mantine/core';
import { useId, type CSSProperties, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { gradeOptions } from '../fields/grade-field.tsx';
import { Options } from '../fields/options.tsx';
import { announcedValue, useValue } from '../fields/use-value.ts';
import { useFigure } from '../figures/figure-tile.tsx';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { NoteHere } from '../notes/note-here.tsx';
import styles from './lists.module.css';

const GRADES = [1, 3, 5] as const;
const WEIGHTS = Array.from({ length: 10 }, (_, at) => String(at + 1));

/** Criteria of a control's design; D updates with each grade and weight. */
export function DesignCriteria({ lock }: { readonly lock: string | null }) {
  const { t } = useTranslation(['worksheets-web', 'worksheets-contracts']);
  const { itemId } = useWorksheetHost();
  const format = useFormat();
  const design = useFigure(itemId, 'control_design');
  const told = design?.figure === 'control_design' ? design : null;
  const answered = told?.criteria.filter(({ value }) => value !== null).length ?? 0;
  const titleId = useId();
  return (
    <section className={styles.list} data-wide data-field="design_criteria" aria-labelledby={titleId}>
      <h3 id={titleId} className={styles.title}>
        {t('worksheets-contracts:list.design_criteria')}{' '}
        <span className={`${styles.count} num`}>
          {told?.score !== null && told?.score !== undefined
            ? t('worksheets-web:list.criteria.score', { score: format.fixed(told.score, 2) })
            : t('worksheets-web:list.criteria.answered', { answered, of: told?.criteria.length ?? 0 })}
        </span>
      </h3>
      {lock !== null && <p className={styles.lock}>{lock}</p>}
      <ul className={styles.criteria}>
        {DEFAULT_RISK_SETTINGS.criteria.map((criterion) => (
          <Criterion key={criterion.code} criterion={criterion} lock={lock} />
        ))}
      </ul>
    </section>
  );
}

interface CriterionProps {
  readonly criterion: DesignCriterion;
  readonly lock: string | null;
}

function Criterion({ criterion: { code, name, weight: usual }, lock }: CriterionProps) {
  const { t } = useTranslation(['worksheets-web', 'audits-contracts']);
  const value = useValue('control', `design.${code}.value`);
  const weight = useValue('control', `design.${code}.weight`);
  const labelId = useId();
  const label = name ?? t(`audits-contracts:designCriterion.${code}`);
  const isDisabled = lock !== null || value.refusal !== null;
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) value.focus.onBlur();
  };
  return (
    // Listens to the focus of its children to publish the presence.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.criterion}
      data-field={value.key}
      data-notes-around
      data-peer={value.peerColour !== undefined || undefined}
      style={{ '--peer': value.peerColour } as CSSProperties}
      onFocus={value.focus.onFocus}
      onBlur={leave}
    >
      <span id={labelId} className={styles.criterionName}>
        {label}
        <AvatarStack label={t('text.present', { field: label })} size={18} people={value.peers} />
        <NoteHere field={announcedValue(value.key)} label={label} />
      </span>
      <NativeSelect
        size="xs"
        className={styles.weight ?? ''}
        aria-label={t('worksheets-web:list.criteria.weight', { criterion: label })}
        title={t('worksheets-web:list.criteria.weight', { criterion: label })}
        data={WEIGHTS}
        disabled={isDisabled}
        value={String(typeof weight.value === 'number' ? weight.value : usual)}
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value);
          weight.set(chosen === usual ? null : chosen);
        }}
      />
      <Options
        options={gradeOptions(GRADES, 'strength', value.optionWord)}
        value={typeof value.value === 'number' ? value.value : null}
        labelledBy={labelId}
        describedBy={undefined}
        disabled={isDisabled}
        onChoose={value.set}
      />
    </li>
  );
}
