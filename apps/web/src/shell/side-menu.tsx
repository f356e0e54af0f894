import { Tooltip, UnstyledButton } from '@mantine/core';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { Brand } from './brand.tsx';
import { isCurrent, type MenuEntry } from './menu-entries.ts';
import styles from './side-menu.module.css';

export interface SideMenuProps {
  readonly entries: readonly MenuEntry[];
  readonly collapsed: boolean;
  /** Absent where the menu is a drawer. */
  readonly onToggle?: () => void;
  readonly onNavigate?: () => void;
}

export function SideMenu({ entries, collapsed, onToggle, onNavigate }: SideMenuProps) {
  const { t } = useTranslation('web');
  const { pathname } = useLocation();
  const Fold = collapsed ? PanelLeftOpen : PanelLeftClose;
  const foldLabel = t(collapsed ? 'menu.expand' : 'menu.collapse');
  return (
    <div className={styles.menu} data-collapsed={collapsed || undefined}>
      <nav aria-label={t('menu.label')} className={styles.entries}>
        <Link to="/" className={styles.brand} onClick={onNavigate}>
          <Brand compact={collapsed} />
        </Link>
        {entries.map((entry) => {
          const current = isCurrent(entry, pathname);
          const label = t(`menu.${entry.key}`);
          return (
            <Tooltip key={entry.key} label={label} position="right" disabled={!collapsed}>
              <Link
                to={entry.to}
                className={styles.entry}
                data-current={current || undefined}
                {...(current ? { 'aria-current': 'page' as const } : {})}
                onClick={onNavigate}
              >
                <entry.icon size={16} strokeWidth={1.8} aria-hidden />
                <span className={collapsed ? 'visually-hidden' : undefined}>{label}</span>
              </Link>
            </Tooltip>
          );
        })}
      </nav>
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
