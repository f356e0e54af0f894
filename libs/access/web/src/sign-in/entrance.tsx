import type { ReactNode } from 'react';
import { BrandPanel } from './brand-panel.tsx';
import styles from './sign-in-page.module.css';

export interface EntranceProps {
  /** The product's mark and name. */
  readonly brand: ReactNode;
  /** Theme and language. */
  readonly preferences: ReactNode;
}

/** The frame of what is shown before somebody is in: a form, and on wide screens a quiet word about the product. */
export function Entrance({ brand, preferences, children }: EntranceProps & { readonly children: ReactNode }) {
  return (
    <div className={styles.page}>
      <BrandPanel />
      <div className={styles.side}>
        <header className={styles.head}>
          {brand}
          <div className={styles.preferences}>{preferences}</div>
        </header>
        <main className={styles.main}>{children}</main>
      </div>
    </div>
  );
}
