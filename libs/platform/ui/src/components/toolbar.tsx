import type { ReactNode } from 'react';
import styles from './toolbar.module.css';

export interface ToolbarProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Rendered at the far end. */
  readonly end?: ReactNode;
}

/** Row of filters and actions above a table or tree. */
export function Toolbar({ label, children, end }: ToolbarProps) {
  return (
    <div className={styles.toolbar} role="group" aria-label={label}>
      <div className={styles.start}>{children}</div>
      {end !== undefined && <div className={styles.end}>{end}</div>}
    </div>
  );
}
