import { MENU_WIDTH, roleOfKey, STORAGE_KEYS, type UserProfile } from '@cotejo/access-contracts';
import { mayHold } from '@cotejo/access-domain';
import { useCan, usePrincipal } from '@cotejo/access-web';
import type { UnsentPlan } from '@cotejo/audits-web/unsent-plans';
import {
  CommandPalette,
  ErrorBoundary,
  HeaderEndHost,
  HeaderStartHost,
  KeysHelp,
  SkipHost,
  PageSkeleton,
  useCommands,
  useIsPhone,
} from '@cotejo/ui';
import { ActionIcon, Drawer } from '@mantine/core';
import { useAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import { Menu as MenuIcon } from 'lucide-react';
import { Suspense, useMemo, useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { ErrorPage } from '../pages/error-page.tsx';
import { BareLayout } from './bare-layout.tsx';
import { CONTEXTS } from '../contexts.ts';
import { contextEntries, menuEntries, type MenuEntry } from './menu-entries.ts';
import { usePageFlags, type PageFlags } from './page-flags.ts';
import { usePublicSettings } from './public-settings.ts';
import { SideMenu } from './side-menu.tsx';
import { UnsentNotice } from './unsent-notice.tsx';
import { UserMenu } from './user-menu.tsx';
import styles from './shell.module.css';

const menuCollapsed = atomWithStorage<boolean>(STORAGE_KEYS.menuCollapsed, false, undefined, {
  getOnInit: true,
});

interface ShellProps {
  readonly user: UserProfile;
  /** Other plans with work that exists only in this browser. */
  readonly unsent: readonly UnsentPlan[];
  /** Notifications on every page. */
  readonly notices?: ReactNode;
  /** The page at the path will probably be opened next. */
  readonly onAhead?: (path: string) => void;
}

/** Side menu, header and page of the signed-in user. */
export function Shell({ user, unsent, notices, onAhead }: ShellProps) {
  const { t } = useTranslation('web');
  const [collapsed, setCollapsed] = useAtom(menuCollapsed);
  const [drawer, setDrawer] = useState(false);
  const phone = useIsPhone();
  const { pathname } = useLocation();
  const flags = usePageFlags();
  const settings = usePublicSettings();
  const hasMenu = flags.sideBar !== false && settings.page_sidebar !== false;
  const can = useCan();
  const principal = usePrincipal();
  const entries = useMemo(() => {
    const holds = (permission: string) => principal !== null && mayHold(principal, permission);
    return menuEntries(user, can, contextEntries(CONTEXTS, holds));
  }, [user, can, principal]);
  useMenuCommands(entries);
  const page = useIsRefused(user, flags) ? <ErrorPage code="access_not_authorized" /> : <Outlet />;
  const width = collapsed ? MENU_WIDTH.collapsed : MENU_WIDTH.expanded;

  if (flags.layout === 'bare') return <BareLayout user={user}>{page}</BareLayout>;
  return (
    <div
      className={styles.shell}
      data-menu={hasMenu}
      style={{ '--menu-width': `${hasMenu ? width : 0}px` } as CSSProperties}
    >
      <a className={styles.skip} href="#contenido">
        {t('skip')}
      </a>
      <SkipHost className={styles.skips} />
      {/* On pages without a side bar, the drawer remains available. */}
      {phone || !hasMenu ? (
        <Drawer.Root
          opened={drawer}
          onClose={() => setDrawer(false)}
          size={260}
          classNames={{ content: styles.drawer }}
        >
          <Drawer.Overlay />
          <Drawer.Content aria-label={t('menu.label')}>
            <SideMenu
              onAhead={onAhead}
              entries={entries}
              accountName={user.account_name}
              collapsed={false}
              onNavigate={() => setDrawer(false)}
            />
          </Drawer.Content>
        </Drawer.Root>
      ) : (
        <div className={styles.menu}>
          <SideMenu
            onAhead={onAhead}
            entries={entries}
            accountName={user.account_name}
            collapsed={collapsed}
            onToggle={() => setCollapsed(!collapsed)}
          />
        </div>
      )}
      <header className={styles.header}>
        {(phone || !hasMenu) && (
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
        <CommandPalette />
        <KeysHelp />
        {notices}
        <UserMenu user={user} />
      </header>
      <main id="contenido" className={styles.main} tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>{page}</Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}

/** The pages of the menu, in the palette of commands. */
function useMenuCommands(entries: readonly MenuEntry[]): void {
  const { t } = useTranslation('web');
  const navigate = useNavigate();
  useCommands(
    useMemo(
      () => ({
        label: t('menu.go_to'),
        isEverywhere: true,
        commands: entries.map(({ key, name, to, icon }) => ({
          ...{ key, icon },
          label: t(name),
          run: () => void navigate(to),
        })),
      }),
      [t, navigate, entries],
    ),
  );
}

/**
 * Coarse check like the server's: a permission on some objects suffices for entering; each object is judged
 * later.
 */
function useIsRefused(user: UserProfile, { anyOf, owners }: PageFlags): boolean {
  const principal = usePrincipal();
  if (anyOf === undefined || (owners === true && roleOfKey(user.role) === 'owner')) return false;
  return principal === null || !anyOf.some((permission) => mayHold(principal, permission));
}
