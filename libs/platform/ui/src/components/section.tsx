import { useId, type ReactNode, type Ref } from 'react';
import styles from './section.module.css';

export interface SectionProps {
  readonly title: string;
  readonly hint?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Renders the content without a card, when it has its own. */
  readonly bare?: boolean;
  /** Its heading, for a focus that lost its place. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
}

/** A titled part of a page. */
export function Section({ title, hint, actions, children, bare = false, headingRef }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={id} {...(headingRef !== undefined && { ref: headingRef, tabIndex: -1 })}>
            {title}
          </h2>
          {hint !== undefined && <p>{hint}</p>}
        </div>
        {actions}
      </div>
      {bare ? children : <div className={styles.card}>{children}</div>}
    </section>
  );
}
