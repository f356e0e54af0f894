import type { ItemType } from '@cotejo/audits-contracts';
import type { FieldNeed, WorksheetField, WorksheetList } from '@cotejo/worksheets-domain';
import { Fragment, type ReactNode } from 'react';
import fieldStyles from '../fields/fields.module.css';
import { TextField } from '../fields/text-field.tsx';
import { AnyValueField, CURRENCY_OF } from '../fields/value-field.tsx';
import { FigureTile } from '../figures/figure-tile.tsx';
import figureStyles from '../figures/figures.module.css';
import { DesignCriteria } from '../lists/design-criteria.tsx';
import { InspectionGrid, PeriodList } from '../lists/period-grid.tsx';
import { InstructionList } from '../lists/instruction-list.tsx';
import { QuestionList } from '../lists/question-list.tsx';
import { RelatedItems } from '../lists/related-list.tsx';
import { RelatedWorksheet } from './related-worksheet.tsx';
import { useFieldLock } from './use-field-lock.ts';

const BESIDE_AMOUNT: ReadonlySet<string> = new Set(Object.values(CURRENCY_OF));

interface WorksheetFieldsProps {
  readonly type: ItemType;
  readonly fields: readonly WorksheetField[];
}

type Figures = readonly Extract<WorksheetField, { kind: 'figure' }>[];

/** Groups adjacent figures into one row. */
function grouped(fields: readonly WorksheetField[]): readonly (WorksheetField | Figures)[] {
  const groups: (WorksheetField | Figures)[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (field.kind !== 'figure') groups.push(field);
    else if (last && isFigures(last)) groups[groups.length - 1] = [...last, field];
    else groups.push([field]);
  }
  return groups;
}

/** Fields of a tab in the catalogue's order. */
export function WorksheetFields({ type, fields }: WorksheetFieldsProps) {
  return (
    <>
      <div className={fieldStyles.grid}>
        {grouped(fields).map((group) =>
          isFigures(group) ? (
            <div key={group.map(({ figure }) => figure).join()} className={figureStyles.row}>
              {group.map(({ figure }) => (
                <FigureTile key={figure} figure={figure} />
              ))}
            </div>
          ) : (
            <Fragment key={keyOf(group)}>{shown(type, group)}</Fragment>
          ),
        )}
      </div>
    </>
  );
}

const isFigures = (group: WorksheetField | Figures): group is Figures => Array.isArray(group);

function keyOf(field: WorksheetField): string {
  switch (field.kind) {
    case 'value':
      return field.key;
    case 'text':
    case 'flowchart':
      return `text ${field.field}`;
    case 'fact':
      return `fact ${field.fact}`;
    case 'figure':
      return field.figure;
    case 'list':
      return `list ${field.list}`;
  }
}

function shown(type: ItemType, field: WorksheetField): ReactNode {
  switch (field.kind) {
    case 'value':
      return BESIDE_AMOUNT.has(field.key) ? null : <NeedingValue type={type} field={field} />;
    case 'text':
      return <TextField type={type} field={field.field} lines={field.size === 'short' ? 1 : 3} />;
    case 'list':
      return listOf(type, field.list, field.needs);
    case 'fact':
      return field.fact === 'worksheet' ? <RelatedWorksheet /> : null;
    case 'figure':
    case 'flowchart':
      return null;
  }
}

function NeedingValue({
  type,
  field,
}: {
  readonly type: ItemType;
  readonly field: Extract<WorksheetField, { kind: 'value' }>;
}) {
  return <AnyValueField type={type} field={field} lock={useFieldLock(field.needs)} />;
}

function NeedingCriteria({ needs }: { readonly needs: FieldNeed | undefined }) {
  return <DesignCriteria lock={useFieldLock(needs)} />;
}

/** Components of lists. Files have their own tab, and a risk's profile is among the item's facts. */
function listOf(type: ItemType, list: WorksheetList, needs: FieldNeed | undefined): ReactNode {
  switch (list) {
    case 'instructions':
      return <InstructionList type={type} />;
    case 'questions':
      return <QuestionList type={type} />;
    case 'design_criteria':
      return <NeedingCriteria needs={needs} />;
    case 'periods':
      return <PeriodList type={type} />;
    case 'inspection_items':
      return <InspectionGrid />;
    case 'controls':
    case 'tests':
    case 'findings':
    case 'action_plans':
    case 'evaluations':
      return <RelatedItems list={list} />;
    case 'risk_profile':
    case 'attachments':
      return null;
  }
}
