import { Tooltip, UnstyledButton } from '@mantine/core';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { AccountLogo } from './account-logo.tsx';
import { Brand } from './brand.tsx';
import { grouped, isCurrent, type MenuEntry } from './menu-entries.ts';
import { StorageBar } from './storage-bar.tsx';
import { SupportPopup } from './support-popup.tsx';
import styles from './side-menu.module.css';

export interface SideMenuProps {
  readonly entries: readonly MenuEntry[];
  readonly accountName: string;
  readonly collapsed: boolean;
  /** Absent if the menu is a drawer. */
  readonly onToggle?: () => void;
  readonly onNavigate?: () => void;
  /** The page at the path will probably be opened next. */
  readonly onAhead?: ((path: string) => void) | undefined;
}

export function SideMenu({ entries, accountName, collapsed, onToggle, onNavigate, onAhead }: SideMenuProps) {
  const { t } = useTranslation('web');
  const Fold = collapsed ? PanelLeftOpen : PanelLeftClose;
  const foldLabel = t(collapsed ? 'menu.expand' : 'menu.collapse');
  return (
    <div className={styles.menu} data-collapsed={collapsed || undefined}>
      <nav aria-label={t('menu.label')} className={styles.entries}>
        <Link to="/" className={styles.brand} onClick={onNavigate}>
          {collapsed ? (
            <Brand compact />
          ) : (
            <AccountLogo name={accountName}>
              <Brand />
            </AccountLogo>
          )}
        </Link>
        {grouped(entries).map((part) => (
          <MenuGroup
            key={part.entries[0]?.key}
            {...part}
            collapsed={collapsed}
            onAhead={onAhead}
            {...(onNavigate && { onNavigate })}
          />
        ))}
      </nav>
      <StorageBar collapsed={collapsed} />
      <SupportPopup collapsed={collapsed} />
      {onToggle !== undefined && (
        <Tooltip label={foldLabel} position="right" disabled={!collapsed}>
          <UnstyledButton
            className={styles.entry}
            onClick={onToggle}
            aria-expanded={!collapsed}
            aria-label={foldLabel}
          >
            <Fold size={16} strokeWidth={1.8} aria-hidden />
            {!collapsed && <span>{foldLabel}</span>}
          </UnstyledButton>
        </Tooltip>
      )}
    </div>
  );
}

interface MenuGroupProps extends Pick<SideMenuProps, 'entries' | 'collapsed' | 'onNavigate' | 'onAhead'> {
  readonly group: MenuEntry['group'];
}

/** A group of entries; a single one needs no heading. */
function MenuGroup({ group, entries, collapsed, onNavigate, onAhead }: MenuGroupProps) {
  const { t } = useTranslation('web');
  const { pathname } = useLocation();
  const name = useId();
  const isNamed = group !== null && entries.length > 1;
  return (
    <div className={styles.group} {...(isNamed && { role: 'group', 'aria-labelledby': name })}>
      {isNamed && (
        <span id={name} className={collapsed ? 'visually-hidden' : styles.groupName}>
          {t(`menu.groups.${group}`)}
        </span>
      )}
      {entries.map((entry) => {
        const current = isCurrent(entry, pathname);
        const label = t(entry.name);
        return (
          <Tooltip key={entry.key} label={label} position="right" disabled={!collapsed}>
            <Link
              to={entry.to}
              className={styles.entry}
              data-current={current || undefined}
              {...(current ? { 'aria-current': 'page' as const } : {})}
              onClick={onNavigate}
              // A pointer or the focus comes to an entry some time before it is opened.
              onPointerEnter={() => onAhead?.(entry.to)}
              onFocus={() => onAhead?.(entry.to)}
            >
              <entry.icon size={16} strokeWidth={1.8} aria-hidden />
              <span className={collapsed ? 'visually-hidden' : undefined}>{label}</span>
            </Link>
          </Tooltip>
        );
      })}
    </div>
  );
}
