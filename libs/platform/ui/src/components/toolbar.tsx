import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

export interface ToolbarProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Rendered at the far end. */
  readonly end?: ReactNode;
  /** The tools at the start stay on one line; one of them has to shrink. */
  readonly isOneLine?: boolean;
}

/** Row of filters and actions above a table or tree. */
export function Toolbar({ label, children, end, isOneLine = false }: ToolbarProps) {
  return (
    <div className={styles.toolbar} role="group" aria-label={label}>
      <div className={styles.start} data-one-line={isOneLine || undefined}>
        {children}
      </div>
      {end !== undefined && <div className={styles.end}>{end}</div>}
    </div>
  );
}
