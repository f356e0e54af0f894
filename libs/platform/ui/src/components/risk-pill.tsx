import { Tooltip } from '@mantine/core';
import styles from './risk-pill.module.css';

export type RiskLevel = 'low' | 'mid' | 'high';

export interface RiskPillProps {
  readonly level: RiskLevel;
  /** The figure as it is read, already formatted. */
  readonly value: string;
  /** The level's word ("Alto"): the colour is never the only signal. */
  readonly label: string;
  /** Show the word beside the figure. */
  readonly withWord?: boolean;
}

/** A risk's figure in the colour of its level. */
export function RiskPill({ level, value, label, withWord = false }: RiskPillProps) {
  const pill = (
    <span className={`${styles.pill} num`} data-level={level}>
      {value} <span className={withWord ? undefined : 'visually-hidden'}>{label}</span>
    </span>
  );
  return withWord ? pill : <Tooltip label={label}>{pill}</Tooltip>;
}
