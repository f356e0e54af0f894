import { summaryCalls, type AuditId, type ProgressPoint } from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useFormat, useWorkspace } from '@cotejo/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { daysBetween } from './audit-days.ts';
import styles from './summary.module.css';

const WIDTH = 300;
const HEIGHT = 72;

interface ProgressCurveProps {
  readonly audit: AuditId;
  /** Present progress, which the curve ends with. */
  readonly percent: number | null;
}

/** Progress by day as a stepped curve, up to today. */
export function ProgressCurve({ audit, percent }: ProgressCurveProps) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const { api } = useWorkspace();
  const { data = [] } = useQuery({
    queryKey: ['audit-progress', audit],
    queryFn: ({ signal }) =>
      perform(api, summaryCalls.progress, { params: { model: 'auditoria', id: audit } }, { signal }),
    gcTime: 0,
  });
  const today = format.isoDay(new Date());
  const points = untilToday(data, today, percent);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || first.dia === last.dia)
    return <p className={styles.soft}>{t('summary.curve_later')}</p>;
  const label = t('summary.curve', {
    from: format.date(first.dia),
    to: format.date(last.dia),
    first: format.percent(first.progreso ?? 0),
    last: format.percent(last.progreso ?? 0),
  });
  return (
    <figure className={styles.curve}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
        <path d={curveOf(points)} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>
        <span>{format.date(first.dia)}</span>
        <span>{format.date(last.dia)}</span>
      </figcaption>
    </figure>
  );
}

/** Points with a figure, ended by the present one. */
export function untilToday(
  points: readonly ProgressPoint[],
  today: string,
  percent: number | null,
): readonly ProgressPoint[] {
  const known = points.filter(({ dia, progreso }) => progreso !== null && dia < today);
  return percent === null ? known : [...known, { dia: today, progreso: percent }];
}

/** Path of a line that stays level until the day of the next point, in the curve's own units. */
export function curveOf(points: readonly ProgressPoint[]): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return '';
  const days = Math.max(daysBetween(first.dia, last.dia), 1);
  const x = (day: string) => Math.round((daysBetween(first.dia, day) * WIDTH) / days);
  const y = (percent: number | null) => Math.round(HEIGHT - 2 - ((percent ?? 0) * (HEIGHT - 4)) / 100);
  const steps = points.slice(1).map(({ dia, progreso }) => `H${x(dia)}V${y(progreso)}`);
  return `M0 ${y(first.progreso)}${steps.join('')}`;
}
