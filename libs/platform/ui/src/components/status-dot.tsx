import type { CSSProperties } from 'react';
import { token } from '../theme/tokens.ts';
import styles from './status-dot.module.css';

export type StatusTone = 'new' | 'assigned' | 'progress' | 'done' | 'reviewed' | 'note' | 'rejected';

export interface StatusDotProps {
  readonly tone: StatusTone;
  readonly label: string;
  /** Solid for completed or reviewed work, outlined for open work; derived from the tone by default. */
  readonly solid?: boolean;
  /** Colours the word, too, where the status stands alone. */
  readonly strong?: boolean;
}

/** A status: coloured dot with its word. */
export function StatusDot({
  tone,
  label,
  solid = tone === 'done' || tone === 'reviewed',
  strong = false,
}: StatusDotProps) {
  return (
    <span
      className={styles.status}
      data-strong={strong || undefined}
      style={{ '--status-colour': token(`status-${tone}`) } as CSSProperties}
    >
      <i className={styles.dot} data-solid={solid || undefined} aria-hidden />
      <span className={styles.word}>{label}</span>
    </span>
  );
}
