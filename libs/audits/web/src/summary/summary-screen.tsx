import {
  isAudit,
  recordTypeOf,
  type AuditDetail,
  type AuditSummary,
  type ItemId,
  type TeamMemberRead,
} from '@cotejo/audits-contracts';
import { dueOfAudit, dueOfItem, judgeProgress, type Due } from '@cotejo/audits-domain';
import { createChunk, latePart, PersonAvatar, ProgressBar, TableSkeleton, useFormat } from '@cotejo/ui';
import { atom, useAtomValue } from 'jotai';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { ConclusionCard } from '../conclusion/conclusion-card.tsx';
import { ImpactPill } from '../findings/impact-pill.tsx';
import type { FindingImpact } from '../findings/listed-findings.ts';
import { itemPath } from '../list/plan-path.ts';
import { levelOfRange } from '../plan/figures/figure-pills.ts';
import { useRangeName } from '../plan/figures/use-figure-words.ts';
import type { FieldTitle } from '../presence/field-key.ts';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { rightsAtom, treeAtom } from '../session/session-atoms.ts';
import { seesTime } from '../time/time-access.ts';
import { timePath } from '../time/time-path.ts';
import { LastChanges, NextDates } from './next-and-last.tsx';
import { ProgressCurve } from './progress-curve.tsx';
import { Standing } from './standing.tsx';
import { FindingsLink, StatusLinks, TypeLink } from './status-links.tsx';
import { HeatMap } from './heat-map.tsx';
import { StatusStrip } from './status-strip.tsx';
import { SummaryCard } from './summary-card.tsx';
import styles from './summary.module.css';
import { summaryOfTree, type TreeSummary, type TypeCount } from './summary-of-tree.ts';
import { useRestingValue } from './use-resting-value.ts';
import { useServerSummary } from './use-server-summary.ts';
import { WhoWorks } from './who-works.tsx';

/** Milliseconds between two computations of the summary. */
const COUNT_MS = 500;

const HoursSummary = latePart(
  createChunk(() => import('./hours-summary.tsx')),
  (part) => part.HoursSummary,
);

const isReadAtom = atom((get) => get(treeAtom).baseVersion >= 0);

interface SummaryScreenProps {
  readonly audit: AuditDetail;
  /** Undefined until it is read. */
  readonly team: readonly TeamMemberRead[] | undefined;
  /** See `WorksheetContents`. */
  readonly fieldTitle?: FieldTitle | undefined;
}

/** Summary of an audit; follows the changes of the tree. */
export function SummaryScreen(props: SummaryScreenProps) {
  const isRead = useAtomValue(isReadAtom);
  return <div className={styles.screen}>{isRead ? <Summary {...props} /> : <TableSkeleton />}</div>;
}

function Summary({ audit, team, fieldTitle }: SummaryScreenProps) {
  const { t } = useTranslation('audits-web');
  const navigate = useNavigate();
  // With twenty users typing, the tree changes every frame, and a count of ten thousand items takes several frames.
  const tree = useRestingValue(useAtomValue(treeAtom), COUNT_MS);
  const summary = useMemo(() => summaryOfTree(tree.rows, tree.figures), [tree]);
  const told = useServerSummary(audit.id);
  const open = (item: ItemId) => void navigate(itemPath(audit, item));
  const due = dueOfAudit(tree.auditStatus, audit.fecha_fin);
  const session = useAuditSession();
  useAtomValue(rightsAtom);
  const isOfAudit = isAudit(session.view.recordType);
  const hasWork = recordTypeOf(audit.record_type) !== 'template';
  return (
    <div className={styles.cards}>
      {isOfAudit && (
        <>
          <SummaryCard title={t('summary.standing')}>
            <Standing audit={audit} />
            <h3>{t('summary.next')}</h3>
            <NextDates audit={audit} />
          </SummaryCard>
          <SummaryCard title={t('conclusion.title')} isWide>
            <ConclusionCard audit={audit} conclusion={told?.conclusion} />
          </SummaryCard>
        </>
      )}
      <SummaryCard title={t('summary.progress')}>
        <Progress percent={tree.progress} due={due} summary={summary} told={told} />
        {isOfAudit && <ProgressCurve audit={audit.id} percent={tree.progress} />}
      </SummaryCard>
      <SummaryCard title={t('summary.phases')}>
        <Phases audit={audit} due={due} summary={summary} />
      </SummaryCard>
      <SummaryCard title={t('summary.people')}>
        <WhoWorks audit={audit} fieldTitle={fieldTitle} />
      </SummaryCard>
      <SummaryCard title={t('summary.risks')} isWide>
        <Risks summary={summary} onOpen={open} />
      </SummaryCard>
      <SummaryCard title={t('summary.findings')}>
        <Findings findings={summary.findings} />
        <h3>{t('summary.notes')}</h3>
        <Notes told={told} />
        <h3>{t('summary.hours')}</h3>
        <Hours audit={audit} summary={summary} told={told} />
      </SummaryCard>
      {isOfAudit && seesTime(session) && (
        <SummaryCard title={t('summary.hours_of')} isWide>
          <HoursSummary
            audit={audit}
            team={team}
            summary={summary}
            seesAll={session.can('plan.team__edit')}
            me={session.me}
          />
        </SummaryCard>
      )}
      {isOfAudit && session.can('plan.history') && (
        <SummaryCard title={t('summary.last_changes')}>
          <LastChanges audit={audit} version={told?.version} />
        </SummaryCard>
      )}
      {hasWork && (
        <SummaryCard title={t('summary.types')} isWide>
          <Types types={summary.types} />
        </SummaryCard>
      )}
    </div>
  );
}

/** List of names with figures, one per line. */
function Facts({ rows }: { readonly rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ProgressProps {
  readonly percent: number | null;
  readonly due: Due;
  readonly summary: TreeSummary;
  readonly told: AuditSummary | undefined;
}

function Progress({ percent, due, summary, told }: ProgressProps) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const { counted, completed, reviewed } = summary;
  if (percent === null) return <p className={styles.none}>{t('summary.no_progress')}</p>;
  const of = (part: number) => t('summary.of', { part, whole: counted });
  const last = told?.ultimo_cambio;
  const { level } = judgeProgress(percent, due, format.isoDay(new Date()));
  return (
    <>
      <p className={`num ${styles.large}`}>{format.percent(percent)}</p>
      <ProgressBar percent={percent} label={t('summary.of_audit')} decimals={null} level={level} />
      <h3>{t('summary.signed')}</h3>
      <Facts
        rows={[
          [t('summary.completed'), of(completed)],
          [t('summary.reviewed'), of(reviewed)],
          [t('summary.unsigned'), of(counted - completed)],
        ]}
      />
      {last && (
        <p className={styles.last}>
          <PersonAvatar
            person={{ id: last.usuario.id, name: last.usuario.name, initials: last.usuario.sigla }}
            size={20}
            decorative
          />
          {t('summary.last_change', { name: last.usuario.name, moment: format.moment(last.fecha) })}
        </p>
      )}
    </>
  );
}

interface PhasesProps {
  readonly audit: AuditDetail;
  readonly due: Due;
  readonly summary: TreeSummary;
}

function Phases({ audit, due, summary }: PhasesProps) {
  const { t } = useTranslation('audits-web');
  const today = useFormat().isoDay(new Date());
  if (summary.phases.length === 0) return <p className={styles.none}>{t('summary.no_phases')}</p>;
  return (
    <ul className={styles.phases}>
      {summary.phases.map(({ id, node, progress }) => (
        <li key={id}>
          <Link to={itemPath(audit, id)} className={styles.phase}>
            {node.name}
          </Link>
          {progress === null ? (
            <span className={styles.soft}>–</span>
          ) : (
            <ProgressBar
              percent={progress}
              label={t('plan.progress_of', { name: node.name })}
              decimals={1}
              level={judgeProgress(progress, dueOfItem(due, node.dates?.[1] ?? null), today).level}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

interface RisksProps {
  readonly summary: TreeSummary;
  readonly onOpen: (risk: ItemId) => void;
}

function Risks({ summary: { risks, ranges }, onOpen }: RisksProps) {
  const { t } = useTranslation('audits-web');
  const rangeName = useRangeName();
  if (risks.length === 0) return <p className={styles.none}>{t('summary.no_risks')}</p>;
  const unrated = risks.filter(({ figures }) => figures.inherent === null).length;
  return (
    <div className={styles.risks}>
      <HeatMap risks={risks} onOpen={onOpen} />
      <div>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('summary.level')}</th>
              <th scope="col">{t('summary.inherent')}</th>
              <th scope="col">{t('summary.residual')}</th>
            </tr>
          </thead>
          <tbody>
            {ranges.toReversed().map(({ range, inherent, residual }) => (
              <tr key={range.code}>
                <th scope="row">
                  <span className={styles.level} data-level={levelOfRange(range)}>
                    {rangeName(range)}
                  </span>
                </th>
                <td className="num">{inherent}</td>
                <td className="num">{residual}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {unrated > 0 && <p className={styles.soft}>{t('summary.unrated_risks', { count: unrated })}</p>}
        <p className={styles.soft}>{t('summary.risks_hint')}</p>
      </div>
    </div>
  );
}

const IMPACTS: readonly FindingImpact[] = [5, 3, 1, 0, null];

function Findings({ findings }: Pick<TreeSummary, 'findings'>) {
  const { t } = useTranslation('audits-web');
  if (findings.size === 0) return <p className={styles.none}>{t('summary.no_findings')}</p>;
  return (
    <ul className={styles.impacts}>
      {IMPACTS.filter((impact) => findings.has(impact)).map((impact) => (
        <li key={String(impact)}>
          <ImpactPill impact={impact} />
          <span className="num">
            <FindingsLink>{findings.get(impact)}</FindingsLink>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Notes({ told }: { readonly told: AuditSummary | undefined }) {
  const { t } = useTranslation('audits-web');
  if (!told) return <TableSkeleton rows={1} />;
  if (told.notas === null) return <p className={styles.none}>{t('summary.notes_unknown')}</p>;
  const { abiertas, respondidas, cerradas } = told.notas;
  return (
    <Facts
      rows={[
        [t('summary.notes_open'), abiertas],
        [t('summary.notes_answered'), respondidas],
        [t('summary.notes_closed'), cerradas],
      ]}
    />
  );
}

interface HoursProps {
  readonly audit: AuditDetail;
  readonly summary: TreeSummary;
  readonly told: AuditSummary | undefined;
}

function Hours({ audit, summary, told }: HoursProps) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const session = useAuditSession();
  useAtomValue(rightsAtom);
  const efficiency = told?.horas.eficiencia ?? null;
  const hours = format.hours(told?.horas.cargadas ?? audit.horas_cargadas);
  const charged = seesTime(session) ? (
    <Link to={timePath(audit.id)} className={styles.phase}>
      {hours}
    </Link>
  ) : (
    hours
  );
  return (
    <Facts
      rows={[
        [t('summary.hours_budgeted'), format.hours(audit.horas_presupuestadas)],
        [t('summary.hours_planned'), format.hours(summary.plannedMinutes / 60)],
        [t('summary.hours_charged'), charged],
        [t('summary.efficiency'), efficiency === null ? '—' : format.percent(efficiency)],
      ]}
    />
  );
}

function Types({ types }: { readonly types: readonly TypeCount[] }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  if (types.length === 0) return <p className={styles.none}>{t('summary.no_types')}</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('summary.type')}</th>
          <th scope="col" className={styles.fill}>
            {t('plan.column.status')}
          </th>
          <th scope="col">{t('summary.total')}</th>
        </tr>
      </thead>
      <tbody>
        {types.map((count) => (
          <TypeLine key={count.type} count={count} />
        ))}
      </tbody>
    </table>
  );
}

function TypeLine({ count }: { readonly count: TypeCount }) {
  const { t } = useTranslation('audits-contracts');
  const name = t(`audits-contracts:itemType.${count.type}`);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={styles.fill}>
        <StatusStrip total={count.total} statuses={count.statuses} label={name} type={count.type} />
        <StatusLinks type={count.type} statuses={count.statuses} />
      </td>
      <td className="num">
        <TypeLink type={count.type}>{count.total}</TypeLink>
      </td>
    </tr>
  );
}
