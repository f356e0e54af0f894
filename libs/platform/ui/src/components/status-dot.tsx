import type { CSSProperties } from 'react';
import { token } from '../theme/tokens.ts';
import styles from './status-dot.module.css';

export type StatusTone =
  'new' | 'assigned' | 'progress' | 'done' | 'reviewed' | 'note' | 'rejected' | 'refused';

type Shape = 'ring' | 'target' | 'half' | 'disc' | 'check' | 'diamond' | 'crossed';

const SHAPE: Readonly<Record<StatusTone, Shape>> = {
  new: 'ring',
  assigned: 'target',
  progress: 'half',
  done: 'disc',
  reviewed: 'check',
  note: 'diamond',
  rejected: 'crossed',
  refused: 'crossed',
};

const shapeOf = (tone: StatusTone, solid: boolean | undefined): Shape =>
  solid === undefined ? SHAPE[tone] : solid ? 'disc' : 'ring';

export interface StatusDotProps {
  readonly tone: StatusTone;
  readonly label: string;
  /** Filled for work that is over, outlined for open work; the shape follows the tone by default. */
  readonly solid?: boolean;
  /** Colours the word, too, where the status stands alone. */
  readonly strong?: boolean;
}

/** A status: mark of its own shape with its word, so that colour is not the only signal. */
export function StatusDot({ tone, label, solid, strong = false }: StatusDotProps) {
  return (
    <span
      className={styles.status}
      data-strong={strong || undefined}
      style={{ '--status-colour': token(`status-${tone}`) } as CSSProperties}
    >
      <i className={styles.dot} data-shape={shapeOf(tone, solid)} aria-hidden />
      <span className={styles.word}>{label}</span>
    </span>
  );
}
