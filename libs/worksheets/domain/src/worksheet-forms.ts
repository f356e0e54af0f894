import {
  confidenceLevel,
  controlFrequency,
  controlKind,
  controlNature,
  currency,
  findingKind,
  findingType,
  periodFrequency,
  sampleMethod,
  testKind,
  type ItemType,
  type RecordType,
} from '@cotejo/audits-contracts';
import type { ExplainedFigure } from '@cotejo/audits-domain';
import { FLOWCHART_FIELD } from '@cotejo/worksheets-contracts';

/** Control that shows and edits a value. */
export type ValueControl = 'choice' | 'scale' | 'switch' | 'number' | 'percent' | 'hours' | 'date' | 'amount';

/** Precondition for editing a field. */
export type FieldNeed =
  /** One of the control's instructions is documented. */
  | 'documented_instruction'
  /** The design of the parent control is judged and strong enough to be tested. */
  | 'testable_control'
  /** The worksheet has periods. */
  | 'periods';

/** Lists in a worksheet. */
export type WorksheetList =
  | 'instructions'
  | 'questions'
  | 'design_criteria'
  | 'periods'
  | 'inspection_items'
  | 'controls'
  | 'tests'
  | 'findings'
  | 'action_plans'
  | 'evaluations'
  | 'risk_profile'
  | 'attachments';

/** Attributes of the item itself, also shown in its tree row. */
export type ItemFact =
  | 'name'
  | 'code'
  | 'assignee'
  | 'dates'
  | 'status'
  | 'finding_treatment'
  | 'plan_treatment'
  | 'created_by'
  | 'worksheet';

interface Needing {
  readonly needs?: FieldNeed;
}

export type WorksheetField = Needing &
  (
    | {
        readonly kind: 'value';
        /**
         * Key of the value; its label is `values.<type>.<key>`, its options'
         * `valueOption.<type>.<key>.<option>`.
         */
        readonly key: string;
        readonly control: ValueControl;
        readonly options?: readonly (string | number)[];
      }
    /** A co-written text; its label is `texts.<field>`. */
    | { readonly kind: 'text'; readonly field: string; readonly size: 'short' | 'long' }
    | { readonly kind: 'fact'; readonly fact: ItemFact }
    | { readonly kind: 'figure'; readonly figure: ExplainedFigure }
    | { readonly kind: 'list'; readonly list: WorksheetList }
    | { readonly kind: 'flowchart'; readonly field: typeof FLOWCHART_FIELD }
  );

export type TabCode =
  | 'information'
  | 'rating'
  | 'hours'
  | 'design'
  | 'evidence'
  | 'efficiency'
  | 'instructions'
  | 'periods'
  | 'survey'
  | 'walkthrough'
  | 'flowchart'
  | 'impact'
  | 'attachments';

export interface WorksheetTab {
  readonly code: TabCode;
  readonly fields: readonly WorksheetField[];
  /** Record types whose trees show the tab; absent = all. */
  readonly onlyIn?: readonly RecordType[];
}

const GRADES = [1, 3, 5] as const;
const value = (
  key: string,
  control: ValueControl,
  options?: readonly (string | number)[],
): WorksheetField => ({
  kind: 'value',
  key,
  control,
  ...(options && { options }),
});
const choice = (key: string, { options }: { readonly options: readonly string[] }): WorksheetField =>
  value(key, 'choice', options);
const text = (field: string, size: 'short' | 'long' = 'long'): WorksheetField => ({
  kind: 'text',
  field,
  size,
});
const fact = (name: ItemFact): WorksheetField => ({ kind: 'fact', fact: name });
const figure = (name: ExplainedFigure): WorksheetField => ({ kind: 'figure', figure: name });
const list = (name: WorksheetList, needs?: FieldNeed): WorksheetField => ({
  kind: 'list',
  list: name,
  ...(needs && { needs }),
});
const when = (needs: FieldNeed, field: WorksheetField): WorksheetField => ({ ...field, needs });

const AUDITS: readonly RecordType[] = ['audit_plan', 'financial_audit', 'icce'];
const PLANS: readonly RecordType[] = ['audit_plan'];

const WHAT = [fact('code'), fact('name'), fact('assignee'), fact('dates')];
const HOURS: WorksheetTab = { code: 'hours', fields: [value('budgetedMinutes', 'hours')], onlyIn: PLANS };
const ATTACHMENTS: WorksheetTab = { code: 'attachments', fields: [list('attachments')], onlyIn: AUDITS };

/** Tabs of each worksheet with their fields in order (specification 2, sections 2 and 3). */
export const WORKSHEET_FORMS: Readonly<Partial<Record<ItemType, readonly WorksheetTab[]>>> = {
  understanding: [
    { code: 'survey', fields: [...WHAT, text('narrative'), list('questions')] },
    {
      code: 'walkthrough',
      fields: [
        text('walkthrough'),
        value('walkthrough.result', 'choice', GRADES),
        value('walkthrough.date', 'date'),
      ],
      onlyIn: PLANS,
    },
    { code: 'flowchart', fields: [{ kind: 'flowchart', field: FLOWCHART_FIELD }] },
    HOURS,
    ATTACHMENTS,
  ],
  risk: [
    { code: 'information', fields: [...WHAT, text('description'), list('risk_profile'), text('comments')] },
    {
      code: 'rating',
      fields: [
        value('probability', 'scale', [1, 2, 3, 4, 5]),
        value('impact', 'scale', [1, 2, 3, 4, 5]),
        figure('inherent_risk'),
        list('controls'),
        figure('controls_strength'),
        figure('residual_risk'),
      ],
    },
    ATTACHMENTS,
  ],
  control: [
    {
      code: 'information',
      fields: [
        ...WHAT,
        text('description'),
        text('objectives'),
        value('isKey', 'switch'),
        value('isAntifraud', 'switch'),
        choice('kind', controlKind),
        choice('nature', controlNature),
        choice('frequency', controlFrequency),
        value('suggestedTests', 'number'),
        list('tests'),
      ],
    },
    {
      code: 'design',
      fields: [
        list('instructions'),
        list('design_criteria', 'documented_instruction'),
        figure('control_design'),
        text('designConclusion'),
        figure('validation_strength'),
        figure('control_strength'),
      ],
    },
    HOURS,
    ATTACHMENTS,
  ],
  control_test: [
    {
      code: 'information',
      fields: [
        ...WHAT,
        choice('kind', testKind),
        when('periods', choice('frequency', periodFrequency)),
        value('isCompliance', 'switch'),
        text('objective'),
        text('scope'),
        choice('method', sampleMethod),
        choice('confidence', confidenceLevel),
        value('tolerableRate', 'percent'),
        value('expectedRate', 'percent'),
        value('population', 'number'),
        value('sampleSize', 'number'),
      ],
    },
    { code: 'evidence', fields: [list('instructions'), list('periods')] },
    {
      code: 'efficiency',
      fields: [
        when('testable_control', value('exceptions', 'number')),
        when('testable_control', value('execution', 'choice', GRADES)),
        text('conclusion'),
        list('findings'),
      ],
      onlyIn: PLANS,
    },
    HOURS,
    ATTACHMENTS,
  ],
  step: [
    { code: 'instructions', fields: [...WHAT, text('objective'), list('instructions')] },
    { code: 'evidence', fields: [text('evidence'), text('conclusion'), list('findings')] },
    HOURS,
    ATTACHMENTS,
  ],
  inspection: [
    {
      code: 'information',
      fields: [
        ...WHAT,
        choice('kind', testKind),
        when('periods', choice('frequency', periodFrequency)),
        value('isCompliance', 'switch'),
        text('objective'),
      ],
    },
    { code: 'periods', fields: [list('inspection_items')] },
    { code: 'evidence', fields: [text('evidence'), text('conclusion')] },
    HOURS,
    ATTACHMENTS,
  ],
  inspection_item: [
    { code: 'information', fields: [...WHAT, text('description')] },
    { code: 'periods', fields: [list('periods'), text('evidence')] },
    ATTACHMENTS,
  ],
  finding: [
    {
      code: 'information',
      fields: [
        fact('code'),
        fact('name'),
        fact('created_by'),
        fact('worksheet'),
        choice('kind', findingKind),
        choice('findingType', findingType),
        value('isRepeat', 'switch'),
        text('condition'),
        text('criterion'),
        text('cause'),
        text('effect'),
        text('recommendation'),
        text('response'),
        fact('finding_treatment'),
        list('action_plans'),
        value('approvalDate', 'date'),
        value('implementationDate', 'date'),
        value('dueDate', 'date'),
      ],
    },
    {
      code: 'impact',
      fields: [
        value('impact', 'choice', [0, ...GRADES]),
        value('lossAmount', 'amount'),
        choice('lossCurrency', currency),
        text('impact'),
      ],
    },
    ATTACHMENTS,
  ],
  action_plan: [
    {
      code: 'information',
      fields: [
        ...WHAT,
        fact('status'),
        fact('worksheet'),
        text('description'),
        fact('plan_treatment'),
        list('evaluations'),
        value('assignmentDate', 'date'),
        value('acceptanceDate', 'date'),
        value('approvalDate', 'date'),
        value('implementationDate', 'date'),
      ],
    },
    ATTACHMENTS,
  ],
  evaluation: [
    {
      code: 'information',
      fields: [
        ...WHAT,
        fact('status'),
        fact('worksheet'),
        value('evaluationDate', 'date'),
        text('conclusion'),
      ],
    },
    ATTACHMENTS,
  ],
};

/** Whether worksheets of a record type have the tab. */
export const isTabIn = ({ onlyIn }: WorksheetTab, recordType: RecordType): boolean =>
  !onlyIn || onlyIn.includes(recordType);
