import type { UserProfile } from '@cotejo/access-contracts';
import { ErrorBoundary, PageSkeleton } from '@cotejo/ui';
import { Suspense, type ReactNode } from 'react';
import styles from './bare-layout.module.css';
import { Brand } from './brand.tsx';
import { UserMenu } from './user-menu.tsx';

interface BareLayoutProps {
  readonly user: UserProfile;
  readonly children: ReactNode;
}

/** Page without menu and search, for users with a pending duty. */
export function BareLayout({ user, children }: BareLayoutProps) {
  return (
    <div className={styles.layout}>
      <header className={styles.header}>
        <Brand />
        <UserMenu user={user} />
      </header>
      <main className={styles.main}>
        <ErrorBoundary>
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}
