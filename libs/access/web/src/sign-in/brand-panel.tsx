import { useTranslation } from 'react-i18next';
import styles from './brand-panel.module.css';

/** Rows of a plan drawn as strokes: level, width, status colour, done. */
const ROWS = [
  [0, 150, null, 0.94],
  [1, 120, null, 0.68],
  [2, 210, 'reviewed', 1],
  [3, 170, 'done', 0.85],
  [3, 196, 'reviewed', 1],
  [2, 232, 'progress', 0.4],
  [3, 150, 'note', 0.85],
  [3, 182, 'progress', 0.4],
  [1, 134, null, 0.55],
  [2, 188, 'assigned', 0.12],
] as const;
const ROW = 38;

/** Product tagline above a line drawing of a plan. */
export function BrandPanel() {
  const { t } = useTranslation('access-web-sign-in');
  return (
    <aside className={styles.panel}>
      <svg className={styles.plan} viewBox={`0 0 460 ${ROWS.length * ROW}`} aria-hidden>
        {ROWS.map(([level, width, status, done], row) => {
          const y = row * ROW + ROW / 2;
          const x = 14 + level * 20;
          return (
            <g key={row}>
              <line className={styles.rule} x1={0} x2={460} y1={row * ROW + ROW} y2={row * ROW + ROW} />
              {status !== null && (
                <circle
                  cx={x + 4}
                  cy={y}
                  r={4}
                  stroke={`var(--status-${status})`}
                  fill={done >= 0.85 && status !== 'note' ? `var(--status-${status})` : 'none'}
                  strokeWidth={2}
                />
              )}
              <rect
                className={styles.text}
                data-group={status === null || undefined}
                x={status === null ? x : x + 18}
                y={y - 4}
                width={width}
                height={8}
                rx={4}
              />
              <rect className={styles.track} x={376} y={y - 2} width={70} height={4} rx={2} />
              <rect className={styles.done} x={376} y={y - 2} width={70 * done} height={4} rx={2} />
            </g>
          );
        })}
        <rect className={styles.glow} x={0} y={5 * ROW + 1} width={460} height={ROW - 2} />
        <path className={styles.cursor} d={`M300 ${5 * ROW + 22}l4.2 15 3-5.6 6.1-1.8z`} />
      </svg>
      <p className={styles.sentence}>{t('brand.sentence')}</p>
    </aside>
  );
}
