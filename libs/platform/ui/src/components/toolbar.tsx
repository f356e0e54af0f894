import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

export interface ToolbarProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Stands at the far end. */
  readonly end?: ReactNode;
}

/** The row of filters and actions above a table or a tree. */
export function Toolbar({ label, children, end }: ToolbarProps) {
  return (
    <div className={styles.toolbar} role="group" aria-label={label}>
      <div className={styles.start}>{children}</div>
      {end !== undefined && <div className={styles.end}>{end}</div>}
    </div>
  );
}
