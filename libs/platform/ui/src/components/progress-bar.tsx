import type { CSSProperties } from 'react';
import { useFormat } from '../provider/use-format.ts';
import { token } from '../theme/tokens.ts';
import styles from './progress-bar.module.css';
import type { RiskLevel } from './risk-level.ts';

const BAR_COLOUR = {
  low: 'risk-low',
  mid: 'risk-mid',
  high: 'risk-high',
  neutral: 'ink-3',
  machine: 'accent',
} as const;

export interface ProgressBarProps {
  /** 0–100; null if nothing counts: then nothing is shown. */
  readonly percent: number | null;
  /** Accessible name: the work in progress. */
  readonly label: string;
  /** Decimals of the figure beside the bar; null hides it. */
  readonly decimals?: number | null;
  /** Colour of the bar: neutral unless the caller's rule says more; `machine` for work of the product (an import). */
  readonly level?: RiskLevel | 'neutral' | 'machine';
  /** The value in words for screen readers, where the figure alone does not tell it: "40 %, atrasado". */
  readonly valueText?: string | undefined;
}

/** A thin bar with its figure. */
export function ProgressBar({
  percent,
  label,
  decimals = 0,
  level = 'neutral',
  valueText,
}: ProgressBarProps) {
  const format = useFormat();
  if (percent === null) return null;
  const within = Math.min(100, Math.max(0, percent));
  const colour = token(BAR_COLOUR[level]);
  return (
    <span className={styles.progress}>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={within}
        aria-valuetext={valueText}
      >
        <i style={{ '--bar-colour': colour, width: `${within}%` } as CSSProperties} />
      </span>
      {decimals !== null && (
        <span className={`${styles.figure} num`}>{format.percent(within, decimals)}</span>
      )}
    </span>
  );
}
