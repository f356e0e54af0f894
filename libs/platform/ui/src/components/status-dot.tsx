import type { CSSProperties } from 'react';
import { token } from '../theme/tokens.ts';
import styles from './status-dot.module.css';

export type StatusTone = 'new' | 'assigned' | 'progress' | 'done' | 'reviewed' | 'note' | 'rejected';

export interface StatusDotProps {
  readonly tone: StatusTone;
  readonly label: string;
  /** Solid when the work is completed or reviewed, outlined while it is open; follows the tone unless told. */
  readonly solid?: boolean;
  /** Colour the word too, where the status stands alone. */
  readonly strong?: boolean;
}

/** A status: its fixed colour as a dot, always with its word. */
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
