import type { CSSProperties } from 'react';
import { useFormat } from '../provider/use-format.ts';
import { token } from '../theme/tokens.ts';
import styles from './progress-bar.module.css';

/** Names of the risk colours. */
export type RiskLevel = 'low' | 'mid' | 'high';

/** Below 70 red, 70 to below 90 orange, 90 and above green. */
export function percentageLevel(percent: number): RiskLevel {
  if (percent < 70) return 'high';
  return percent < 90 ? 'mid' : 'low';
}

export interface ProgressBarProps {
  /** 0–100; null if nothing counts: then nothing is shown. */
  readonly percent: number | null;
  /** Accessible name: the work in progress. */
  readonly label: string;
  /** Decimals of the figure beside the bar; null hides it. */
  readonly decimals?: number | null;
  /** Uses the accent colour instead of the percentage colours, for machine work (an import). */
  readonly neutral?: boolean;
}

/** A thin bar coloured by percentage, with its figure. */
export function ProgressBar({ percent, label, decimals = 0, neutral = false }: ProgressBarProps) {
  const format = useFormat();
  if (percent === null) return null;
  const within = Math.min(100, Math.max(0, percent));
  const colour = neutral ? token('accent') : token(`risk-${percentageLevel(within)}`);
  return (
    <span className={styles.progress}>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={within}
      >
        <i style={{ '--bar-colour': colour, width: `${within}%` } as CSSProperties} />
      </span>
      {decimals !== null && (
        <span className={`${styles.figure} num`}>{format.percent(within, decimals)}</span>
      )}
    </span>
  );
}
