import type { ReactNode } from 'react';
import { BrandPanel } from './brand-panel.tsx';
import styles from './sign-in-page.module.css';

export interface EntranceProps {
  /** Product logo and name. */
  readonly brand: ReactNode;
  /** Controls for theme and language. */
  readonly preferences: ReactNode;
}

/** Layout of pages before sign-in: a form, and the brand panel on wide screens. */
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
