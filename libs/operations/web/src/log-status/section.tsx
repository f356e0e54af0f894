import { useId, type ReactNode, type Ref } from 'react';
import styles from './log-status.module.css';

export interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Its heading, for a focus that lost its place. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
}

/** A titled part of the page. */
export function Section({ title, hint, actions, children, headingRef }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.sectionHead}>
        <div className={styles.sectionWords}>
          <h2 id={id} ref={headingRef} tabIndex={-1}>
            {title}
          </h2>
          {hint !== undefined && <p>{hint}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}
