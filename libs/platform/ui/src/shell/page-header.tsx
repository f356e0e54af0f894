import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { HeaderStart, usePageTitle } from './slots.tsx';
import styles from './page-header.module.css';

export interface Crumb {
  readonly label: string;
  /** Target path; absent for the current page. */
  readonly to?: string;
}

/** Breadcrumb in the shell's header. */
export function Breadcrumb({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  const { t } = useTranslation('ui');
  return (
    <HeaderStart>
      <nav aria-label={t('breadcrumb')} className={styles.breadcrumb}>
        <ol>
          {crumbs.map(({ label, to }, place) => (
            <li key={`${place}:${label}`}>
              {to === undefined ? (
                <span {...(place === crumbs.length - 1 ? { 'aria-current': 'page' as const } : {})}>
                  {label}
                </span>
              ) : (
                <Link to={to}>{label}</Link>
              )}
            </li>
          ))}
        </ol>
      </nav>
    </HeaderStart>
  );
}

export interface PageHeaderProps {
  readonly title: string;
  /** Document title, if different from the page's title. */
  readonly browserTitle?: string;
  readonly breadcrumb: readonly Crumb[];
  /** One line under the title: status, dates, hours, leader. */
  readonly meta?: ReactNode;
  readonly actions?: ReactNode;
  /** Tabs. */
  readonly children?: ReactNode;
}

/** Page header: title, key facts and actions; sets breadcrumb and document title. */
export function PageHeader({ title, browserTitle, breadcrumb, meta, actions, children }: PageHeaderProps) {
  usePageTitle(browserTitle ?? title);
  return (
    <div className={styles.head} data-tabs={children !== undefined || undefined}>
      <Breadcrumb crumbs={breadcrumb} />
      <div className={styles.row}>
        <h1 className={styles.title}>{title}</h1>
        {actions !== undefined && (
          <div className={styles.actions} data-page-actions>
            {actions}
          </div>
        )}
      </div>
      {meta !== undefined && <div className={styles.meta}>{meta}</div>}
      {children}
    </div>
  );
}
