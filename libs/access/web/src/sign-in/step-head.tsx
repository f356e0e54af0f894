import { useEffect, useRef } from 'react';
import styles from './sign-in-form.module.css';

export interface StepHeadProps {
  readonly title: string;
  readonly intro: string;
  /** The step has no input: the title takes the focus, so that screen readers read it. */
  readonly takesFocus?: boolean;
}

/** Title and introduction of a sign-in step. */
export function StepHead({ title, intro, takesFocus = false }: StepHeadProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) head.current?.focus();
  }, [takesFocus]);
  return (
    <div>
      <h1 ref={head} className={styles.title} {...(takesFocus ? { tabIndex: -1 } : {})}>
        {title}
      </h1>
      <p className={styles.intro}>{intro}</p>
    </div>
  );
}
