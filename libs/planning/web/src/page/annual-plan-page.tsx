import { auditCalls } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import type { TranslationBundle } from '@cotejo/i18n';
import type { AnnualPlanRow, PlannedAuditRow } from '@cotejo/planning-contracts';
import { plannedAuditRules } from '@cotejo/planning-domain';
import { permissionOf } from '@cotejo/record';
import {
  recordClientTranslations,
  RecordPage,
  useRecordWords,
  valueOf,
  type RecordActs,
  type RecordRow,
} from '@cotejo/record/client';
import { ErrorState, PageSkeleton, useAddressQuery, useErrorText, useFormat, useWorkspace } from '@cotejo/ui';
import { CalendarRange } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };
import capacityEn from '../capacity/i18n/en.json' with { type: 'json' };
import capacityEs from '../capacity/i18n/es.json' with { type: 'json' };
import { CapacityPage } from '../capacity/capacity-page.tsx';
import { FormCapacity } from '../capacity/row-capacity.tsx';
import planEn from '../plan/i18n/en.json' with { type: 'json' };
import planEs from '../plan/i18n/es.json' with { type: 'json' };
import { CarryRows } from '../plan/carry-rows.tsx';
import { PlanActions } from '../plan/plan-actions.tsx';
import { PlanContext } from '../plan/plan-context.ts';
import { PlanFacts } from '../plan/plan-facts.tsx';
import { PlanPanel } from '../plan/plan-panel.tsx';
import { PlannedAuditDetails } from './planned-audit-details.tsx';
import { FIELD_OF_CODE, plannedAuditForm } from './planned-audit-form.ts';
import { PLAN_RULES, usePlans } from '../plan/use-plans.ts';

const WORDS = 'planning-web-page';
export const words: readonly TranslationBundle[] = [
  { namespace: WORDS, es, en },
  { namespace: 'planning-web-plan', es: planEs, en: planEn },
  { namespace: 'planning-web-capacity', es: capacityEs, en: capacityEn },
  recordClientTranslations,
];

const COLORS = {
  status: { planned: 'gray', created: 'teal', postponed: 'yellow', withdrawn: 'red' },
  variance: {
    ...{ added: 'teal', postponed: 'yellow', withdrawn: 'red' },
    ...{ dates: 'orange', hours: 'orange', cost: 'orange', team: 'orange', several: 'orange' },
  },
};
/** Shown by `PlannedAuditDetails`, or said by the real quarter. */
const PANEL_FIELDS = [
  ...['movedFrom', 'quarter'],
  ...['approvedStart', 'approvedEnd', 'approvedQuarter', 'approvedMinutes'],
  ...['approvedLeader', 'approvedTeam', 'approvedCost'],
];
/** Until the committee approves the plan, there is nothing to compare with. */
const DRAFT_PANEL_FIELDS = [...PANEL_FIELDS, 'variance'];
/** URL parameters: the year, whether its plan is open, the open row of the list, and what is shown in its place. */
const YEAR = 'ano';
const PLAN = 'plan';
const ROW = 'abierto';
const SHOWN = 'ver';

const metaOf = (rows: readonly RecordRow[]) => (
  <PlanFacts rows={rows as unknown as readonly PlannedAuditRow[]} />
);
const panelOf = (row: RecordRow, acts: RecordActs, rows: readonly RecordRow[]) => (
  <PlannedAuditDetails row={row as unknown as PlannedAuditRow} acts={acts} rows={rows} />
);
/** Acts whose form says dates, hours and people. */
const SIZED: ReadonlySet<string> = new Set(['create', 'change', 'amend']);
const noteOf = (row: RecordRow | null, act: string, rows: readonly RecordRow[]) =>
  SIZED.has(act) && <FormCapacity row={row as unknown as PlannedAuditRow | null} rows={rows} />;

/** `/plan-anual/`: a year's plan as its list, or its hours against the capacity. */
export default function AnnualPlanPage() {
  const { can } = useWorkspace();
  const [query] = useAddressQuery();
  const isCapacity = query.get(SHOWN) === 'capacidad' && can('audits.add');
  return isCapacity ? <CapacityPage /> : <PlanOfYear />;
}

/** The audits planned for a year, and the plan's way through the committee. */
function PlanOfYear() {
  const { api, can } = useWorkspace();
  const format = useFormat();
  const failure = useErrorText();
  const [query, setQuery] = useAddressQuery();
  const thisYear = Number(format.isoDay(new Date()).slice(0, 4));
  const year = /^20\d\d$/.test(query.get(YEAR) ?? '') ? Number(query.get(YEAR)) : thisYear;
  const plans = usePlans();
  const planWords = useRecordWords('planning-web-plan');
  const { t } = useTranslation(WORDS);
  const mayBegin = can(permissionOf(PLAN_RULES.record, 'add'));
  const plan = plans.ofYear(year);
  const mayAdd = plan?.status !== 'sent' && can(permissionOf(plannedAuditRules.record, 'add'));
  const { parentOf } = plans;
  const id = plan?.id ?? null;
  const scope = useMemo(
    () => ({
      // Without a plan there are no rows: no reference is a hyphen.
      query: { plan: id ?? '-' },
      holds: (row: RecordRow) => (valueOf(row, 'plan') as { readonly id: string } | null)?.id === id,
    }),
    [id],
  );
  const references = useMemo(
    () => ({
      audit: async () =>
        (await perform(api, auditCalls.list, { query: { ano: String(year) } })).map(
          ({ id: value, codigo, nombre }) => ({
            value,
            label: `${codigo} · ${nombre}`,
          }),
        ),
    }),
    [api, year],
  );
  const inPlan = useMemo(() => ({ plan, plans: plans.all }), [plan, plans.all]);
  if (plans.rows.status === 'loading') return <PageSkeleton />;
  if (plans.rows.status === 'failed')
    return <ErrorState text={failure(plans.rows.error)} onRetry={plans.rows.retry} />;
  const isApproved = plan?.status === 'approved';
  /** What an empty list says: a draft may begin with the rows of the latest earlier plan. */
  const emptyOf = (of: AnnualPlanRow) => {
    if (!mayAdd) return { empty: { text: t('empty_reader') } };
    const before = plans.all
      .filter((one) => one.year < of.year)
      .reduce<AnnualPlanRow | null>((last, one) => (last && last.year > one.year ? last : one), null);
    if (before === null || of.status !== 'draft') return {};
    return { empty: { action: <CarryRows plan={of} from={before} /> } };
  };
  /** Changes the address; the panel of a row gives way. */
  const show = (name: string, value: string | null) =>
    setQuery((now) => {
      const next = new URLSearchParams(now);
      next.delete(ROW);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });
  return (
    <PlanContext value={inPlan}>
      <RecordPage
        key={id ?? year}
        rules={plannedAuditRules}
        words={WORDS}
        icon={CalendarRange}
        nameField="subject"
        columns={[
          'subject',
          'status',
          ...(isApproved ? ['variance'] : []),
          'term',
          'startDate',
          'endDate',
          'minutes',
          'leader',
          'basis',
        ]}
        form={plannedAuditForm(isApproved)}
        colors={COLORS}
        references={references}
        fieldOfCode={FIELD_OF_CODE}
        firstOrder={{ column: 'startDate', isDescending: false }}
        kanban={{ by: 'status' }}
        calendar={{ from: 'startDate' }}
        gantt={{ from: 'startDate', to: 'endDate', isDone: (row) => valueOf(row, 'status') !== 'planned' }}
        chart={{}}
        tree={{ by: ['term', 'leader'] }}
        scope={scope}
        parentOf={parentOf}
        given={{ plan: id, origin: isApproved ? 'added' : 'planned', kind: 'audit_plan' }}
        takesNew={plan !== null && plan.status !== 'sent'}
        {...(plan === null
          ? { empty: { title: planWords.empty, text: mayBegin ? planWords.emptyText : '' } }
          : { meta: metaOf, ...emptyOf(plan) })}
        actions={
          <PlanActions
            canSize={can('audits.add')}
            plans={plans}
            year={year}
            thisYear={thisYear}
            onYear={(next) => show(YEAR, String(next))}
            onOpen={() => show(PLAN, '1')}
          />
        }
        panelFields={isApproved ? PANEL_FIELDS : DRAFT_PANEL_FIELDS}
        panel={panelOf}
        formNote={noteOf}
      />
      {plan !== null && query.get(PLAN) === '1' && query.get(ROW) === null && (
        <PlanPanel plans={plans} plan={plan} onClose={() => show(PLAN, null)} />
      )}
    </PlanContext>
  );
}
