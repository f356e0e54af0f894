import type { ReactNode } from 'react';
import styles from './plan-row.module.css';

/** Letters of a name that stay visible however narrow the tree is; badges yield first. The width is in the styles. */
const LEAST_LETTERS = 12;

interface RowWordsProps {
  /** Name of the parent, shown before a step's. */
  readonly prefix: string | null;
  readonly name: string;
  /** The name as it is shown. */
  readonly children: ReactNode;
}

/** Name of a row with that of its parent. */
export function RowWords({ prefix, name, children }: RowWordsProps) {
  const letters = (prefix?.length ?? 0) + name.length;
  return (
    <span className={styles.words} data-brief={letters <= LEAST_LETTERS || undefined}>
      {prefix !== null && <span className={styles.prefix}>{prefix} – </span>}
      {children}
    </span>
  );
}
