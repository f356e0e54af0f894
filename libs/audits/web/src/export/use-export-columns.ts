import { statusWord, valueTextKey } from '@cotejo/audits-contracts';
import {
  DEFAULT_RISK_SETTINGS,
  displayText,
  rangeOf,
  stretchesWith,
  type TreeNode,
} from '@cotejo/audits-domain';
import type { CellValue, ColumnKind, ListColumn } from '@cotejo/ui/list';
import { useTranslation } from 'react-i18next';
import type { ColumnId } from '../plan/grid/plan-columns.ts';
import { pillsOf } from '../plan/figures/figure-pills.ts';
import { useRangeName } from '../plan/figures/use-figure-words.ts';
import { usePlan } from '../plan/plan-context.ts';
import { marksOf } from '../signatures/signatures-of.ts';
import type { PlanLine, RiskLine } from './exported-rows.ts';

type Columns<Line> = readonly ListColumn<Line>[];

/** Columns of the exported documents: of the plan with the chosen columns of the screen, and of risks and controls. */
export function useExportColumns(): {
  readonly planColumns: (shown: readonly ColumnId[]) => Columns<PlanLine>;
  readonly riskColumns: Columns<RiskLine>;
} {
  const planColumns = usePlanColumns();
  return { planColumns, riskColumns: useRiskColumns() };
}

function usePlanColumns(): (shown: readonly ColumnId[]) => Columns<PlanLine> {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, person } = usePlan();
  const { view } = session;
  const named = (ids: readonly (string | null)[]): string =>
    ids.flatMap((id) => person(id)?.name ?? []).join(', ');
  const column =
    (id: string, label: string) =>
    (kind: ColumnKind, value: (line: PlanLine) => CellValue): ListColumn<PlanLine> => ({
      id,
      label,
      kind,
      value,
    });
  const own = (id: ColumnId) => column(id, t(`plan.column.${id}`));
  const marks = (of: 'completers' | 'reviewers', label: string) =>
    column(of, label)('text', ({ row: { shown } }) =>
      shown.status === null ? null : named(marksOf(shown)[of]),
    );
  const stretches = (kind: 'sprint' | 'visit') =>
    own(kind)('text', ({ row: { shown } }) =>
      stretchesWith(view, shown, kind)
        .map(({ name }) => name)
        .join(', '),
    );
  const figure = (id: 'inherent' | 'residual' | 'design' | 'execution') =>
    own(id)('number', ({ row }) => pillsOf(row, id)?.value ?? null);
  const of: Readonly<Record<ColumnId, () => Columns<PlanLine>>> = {
    inherent: () => [figure('inherent')],
    residual: () => [figure('residual')],
    design: () => [figure('design')],
    execution: () => [figure('execution')],
    status: () => [
      own('status')('text', ({ row: { shown } }) =>
        shown.status === null ? null : t(`audits-contracts:status.${statusWord(shown.status, shown.type)}`),
      ),
    ],
    signatures: () => [
      marks('completers', t('export.completed_by')),
      marks('reviewers', t('export.reviewed_by')),
    ],
    progress: () => [own('progress')('percent', ({ row }) => row.progress)],
    findings: () => [
      own('findings')('number', ({ row }) => row.findings - (row.node.type === 'finding' ? 1 : 0)),
    ],
    dates: () => [
      column('start', t('dates.start'))('day', ({ row }) => row.shown.dates?.[0] ?? null),
      column('end', t('dates.end'))('day', ({ row }) => row.shown.dates?.[1] ?? null),
    ],
    assigned: () => [own('assigned')('text', ({ row }) => named([row.shown.assignee]))],
    sprint: () => [stretches('sprint')],
    visit: () => [stretches('visit')],
    type: () => [],
    created_by: () => [own('created_by')('text', ({ row }) => named([row.node.createdBy]))],
    changed: () => [own('changed')('text', ({ row }) => named([row.node.changedBy]))],
  };
  return (shown) => [
    column('level', t('export.level'))('number', ({ level }) => level),
    own('type')('text', ({ row }) => t(`audits-contracts:itemType.${row.node.type}`)),
    column('code', t('list.column.code'))('text', ({ row }) => row.shown.code),
    column('item', t('plan.column.item'))('text', ({ row }) => row.title.name),
    ...shown.flatMap((id) => of[id]()),
  ];
}

function useRiskColumns(): Columns<RiskLine> {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session } = usePlan();
  const rangeName = useRangeName();
  const column = (
    id: string,
    label: string,
    kind: ColumnKind,
    value: (line: RiskLine) => CellValue,
  ): ListColumn<RiskLine> => ({ id, label, kind, value });
  const level = (value: number | null | undefined): string | null => {
    const range = rangeOf(DEFAULT_RISK_SETTINGS.ranges, value ?? null);
    return range ? rangeName(range) : null;
  };
  const chosen = (node: TreeNode | undefined, key: string): string | null => {
    const value = node?.values?.[key] ?? null;
    const text = node && value !== null ? valueTextKey(node.type, key, value) : null;
    return text === null ? null : t(text);
  };
  const facts = ['isKey', 'isAntifraud', 'kind', 'nature', 'frequency'] as const;
  return [
    column('path', t('export.path'), 'text', ({ path }) => path.join(' › ')),
    column(
      'risk',
      t('audits-contracts:itemType.risk'),
      'text',
      ({ risk }) => risk && displayText(session.view, risk.node),
    ),
    column(
      'probability',
      t('export.probability'),
      'number',
      ({ risk }) => risk?.figures?.probability ?? null,
    ),
    column('impact', t('export.impact'), 'number', ({ risk }) => risk?.figures?.impact ?? null),
    column(
      'inherent',
      t('audits-contracts:figure.inherent_risk'),
      'number',
      ({ risk }) => risk?.figures?.inherent ?? null,
    ),
    column('inherent_level', t('export.inherent_level'), 'text', ({ risk }) =>
      level(risk?.figures?.inherent),
    ),
    column(
      'strength',
      t('audits-contracts:figure.controls_strength'),
      'number',
      ({ risk }) => risk?.figures?.strength ?? null,
    ),
    column(
      'residual',
      t('audits-contracts:figure.residual_risk'),
      'number',
      ({ risk }) => risk?.figures?.residual ?? null,
    ),
    column('residual_level', t('export.residual_level'), 'text', ({ risk }) =>
      level(risk?.figures?.residual),
    ),
    column(
      'control',
      t('audits-contracts:itemType.control'),
      'text',
      ({ control }) => control && displayText(session.view, control.node),
    ),
    ...facts.map((key) =>
      column(key, t(`export.control.${key}`), 'text', ({ control }) => chosen(control?.node, key)),
    ),
    column(
      'design',
      t('audits-contracts:figure.control_design'),
      'number',
      ({ control }) => control?.figures?.design.grade ?? null,
    ),
    column(
      'execution',
      t('audits-contracts:figure.validation_strength'),
      'number',
      ({ control }) => control?.figures?.validation ?? null,
    ),
    column(
      'control_strength',
      t('audits-contracts:figure.control_strength'),
      'number',
      ({ control }) => control?.figures?.strength ?? null,
    ),
    column('tests', t('export.tests'), 'text', ({ control }) =>
      control ? control.tests.map(({ shown }) => displayText(session.view, shown)).join('; ') : null,
    ),
  ];
}
