import { useId, type ReactNode } from 'react';
import styles from './layout.module.css';

export interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Without the card around its content: what is inside has its own. */
  readonly bare?: boolean;
}

/** A titled part of a page. */
export function Section({ title, hint, actions, children, bare = false }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <div className={styles.sectionWords}>
          <h2 id={id}>{title}</h2>
          {hint !== undefined && <p>{hint}</p>}
        </div>
        {actions}
      </div>
      {bare ? children : <div className={styles.card}>{children}</div>}
    </section>
  );
}
