import { itemStatusOf, type ItemStatus, type OwnActionPlanRow } from '@cotejo/audits-contracts';
import { ErrorState, Facts, SidePanel, TableSkeleton, useErrorText, useFormat } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DueDay } from './due-day.tsx';
import styles from './own-action-plans-page.module.css';
import { PlanStatus } from './plan-status.tsx';

/** Texts of a plan and of its finding; '' where nothing is written or the finding was not discussed. */
export interface PlanTexts {
  readonly descripcion: string;
  readonly condicion: string;
  readonly recomendacion: string;
}
export type ReadPlanTexts = (row: OwnActionPlanRow, signal: AbortSignal) => Promise<PlanTexts>;

/** Statuses with a text about the next step. */
const WITH_NEXT_STEP: ReadonlySet<ItemStatus> = new Set<ItemStatus>([
  'assigned',
  'not_accepted',
  'accepted',
  'approved',
  'in_progress',
  'implemented',
  'following_up',
  'evaluated',
]);
const DATES = ['asignacion', 'aceptacion', 'aprobacion', 'implementacion'] as const;
const TEXTS = ['descripcion', 'condicion', 'recomendacion'] as const;

interface OwnPlanPanelProps {
  readonly row: OwnActionPlanRow;
  readonly readTexts: ReadPlanTexts;
  readonly onClose: () => void;
}

/** What the person responsible for a plan may read of it: its state, what comes next, its days and its texts. */
export function OwnPlanPanel({ row, readTexts, onClose }: OwnPlanPanelProps) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const status = row.status === null ? null : itemStatusOf(row.status);
  const finding = [row.hallazgo?.codigo, row.hallazgo?.nombre].filter(Boolean).join(' ');
  const days = DATES.flatMap((name) =>
    row.fechas[name] === null
      ? []
      : [{ label: t(`own_plans.date.${name}`), value: format.date(row.fechas[name]) }],
  );
  return (
    <SidePanel opened title={row.nombre} onClose={onClose} overline={<PlanStatus row={row} />}>
      <div className={styles.body}>
        {status && WITH_NEXT_STEP.has(status) && (
          <p className={styles.next}>{t(`own_plans.next.${status}`)}</p>
        )}
        <Facts
          facts={[
            { label: t('own_plans.date.vencimiento'), value: <DueDay row={row} /> },
            ...days,
            ...(finding === '' ? [] : [{ label: t('own_plans.finding'), value: finding }]),
            {
              label: t('own_plans.audit'),
              value: `${row.auditoria.codigo} ${row.auditoria.nombre}`,
            },
          ]}
        />
        <Texts row={row} readTexts={readTexts} />
      </div>
    </SidePanel>
  );
}

function Texts({ row, readTexts }: Pick<OwnPlanPanelProps, 'row' | 'readTexts'>) {
  const { t } = useTranslation('audits-web');
  const failure = useErrorText();
  const texts = useQuery({
    // A plan that changed may have other texts, or show those of its finding.
    queryKey: ['own-action-plans', 'texts', row.auditoria.id, row.id, row.version],
    queryFn: ({ signal }) => readTexts(row, signal),
  });
  if (texts.isPending) return <TableSkeleton rows={3} />;
  if (texts.isError) return <ErrorState text={failure(texts.error)} onRetry={() => void texts.refetch()} />;
  const written = TEXTS.filter((name) => texts.data[name].trim() !== '');
  if (written.length === 0) return <p className={styles.none}>{t('own_plans.no_texts')}</p>;
  return written.map((name) => (
    <section key={name} className={styles.text}>
      <h3>{t(`own_plans.text.${name}`)}</h3>
      <p>{texts.data[name]}</p>
    </section>
  ));
}
