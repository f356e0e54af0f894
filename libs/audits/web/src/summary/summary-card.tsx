import type { ReactNode } from 'react';
import { useId } from 'react';
import styles from './summary.module.css';

interface SummaryCardProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Spans two grid columns. */
  readonly isWide?: boolean;
}

/** Card with one section of the summary. */
export function SummaryCard({ title, children, isWide = false }: SummaryCardProps) {
  const id = useId();
  return (
    <section className={styles.card} data-wide={isWide || undefined} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
