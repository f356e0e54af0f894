import type { UserProfile } from '@cotejo/access-contracts';
import { useCan } from '@cotejo/access-web';
import type { UnsentPlan } from '@cotejo/audits-web';
import { ErrorBoundary, HeaderEndHost, HeaderStartHost, PageSkeleton, useIsPhone } from '@cotejo/ui';
import { ActionIcon, Drawer } from '@mantine/core';
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useState, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { menuEntries } from './menu-entries.ts';
import { SideMenu } from './side-menu.tsx';
import { UnsentNotice } from './unsent-notice.tsx';
import { UserMenu } from './user-menu.tsx';
import styles from './shell.module.css';

/** Pixels of the side menu, collapsed and not. */
const MENU_WIDTH = { collapsed: 45, expanded: 200 } as const;

const menuCollapsed = atomWithStorage('menu_collapsed', false, undefined, { getOnInit: true });

interface ShellProps {
  readonly user: UserProfile;
  /** Plans other than the one that is open with work that only this browser has. */
  readonly unsent: readonly UnsentPlan[];
}

/** Side menu, header and the page of whoever is signed in. */
export function Shell({ user, unsent }: ShellProps) {
  const { t } = useTranslation('web');
  const [collapsed, setCollapsed] = useAtom(menuCollapsed);
  const [drawer, setDrawer] = useState(false);
  const phone = useIsPhone();
  const { pathname } = useLocation();
  const entries = menuEntries(user, useCan());
  const width = collapsed ? MENU_WIDTH.collapsed : MENU_WIDTH.expanded;

  return (
    <div className={styles.shell} style={{ '--menu-width': `${width}px` } as CSSProperties}>
      <a className={styles.skip} href="#contenido">
        {t('skip')}
      </a>
      {phone ? (
        <Drawer.Root
          opened={drawer}
          onClose={() => setDrawer(false)}
          size={260}
          classNames={{ content: styles.drawer }}
        >
          <Drawer.Overlay />
          <Drawer.Content aria-label={t('menu.label')}>
            <SideMenu entries={entries} collapsed={false} onNavigate={() => setDrawer(false)} />
          </Drawer.Content>
        </Drawer.Root>
      ) : (
        <div className={styles.menu}>
          <SideMenu entries={entries} collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
        </div>
      )}
      <header className={styles.header}>
        {phone && (
          <ActionIcon
            size={36}
            onClick={() => setDrawer(true)}
            aria-label={t('menu.open')}
            aria-expanded={drawer}
          >
            <MenuIcon size={18} aria-hidden />
          </ActionIcon>
        )}
        <HeaderStartHost className={styles.start} />
        <UnsentNotice plans={unsent} />
        <HeaderEndHost className={styles.end} />
        <UserMenu user={user} />
      </header>
      <main id="contenido" className={styles.main} tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}
