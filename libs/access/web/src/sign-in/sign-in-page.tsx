import { usePageTitle } from '@cotejo/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandPanel } from './brand-panel.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './sign-in-page.module.css';

export interface SignInPageProps {
  /** The product's mark and name. */
  readonly brand: ReactNode;
  /** Theme and language. */
  readonly preferences: ReactNode;
}

/** Where people come in: the form, and on wide screens a quiet word about the product. */
export function SignInPage({ brand, preferences }: SignInPageProps) {
  const { t } = useTranslation('access-web');
  usePageTitle(t('sign_in.page'));
  return (
    <div className={styles.page}>
      <BrandPanel />
      <div className={styles.side}>
        <header className={styles.head}>
          {brand}
          <div className={styles.preferences}>{preferences}</div>
        </header>
        <main className={styles.main}>
          <SignInForm />
        </main>
      </div>
    </div>
  );
}
