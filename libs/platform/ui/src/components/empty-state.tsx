import { Button } from '@mantine/core';
import { Inbox, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly title: string;
  /** Suggested next step. */
  readonly text?: string;
  readonly icon?: LucideIcon;
  readonly action?: ReactNode;
  /** Renders the title as the page's h1. */
  readonly wholePage?: boolean;
}

/** Placeholder for missing content, with a suggested action. */
export function EmptyState({ title, text, icon: Icon = Inbox, action, wholePage }: EmptyStateProps) {
  const Title = wholePage === true ? 'h1' : 'p';
  return (
    <div className={styles.state}>
      <Icon className={styles.icon} size={28} strokeWidth={1.5} aria-hidden />
      <Title className={styles.title}>{title}</Title>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  readonly title?: string;
  /** The server's message, or a suggestion. */
  readonly text?: string;
  readonly code?: string;
  readonly onRetry?: () => void;
  readonly action?: ReactNode;
  readonly wholePage?: boolean;
}

/** Error placeholder: message and a retry. The code is only an attribute: people read words. */
export function ErrorState({ title, text, code, onRetry, action, wholePage }: ErrorStateProps) {
  const Title = wholePage === true ? 'h1' : 'p';
  const { t } = useTranslation('ui');
  return (
    <div className={styles.state} role="alert" data-code={code}>
      <TriangleAlert className={`${styles.icon} ${styles.failed}`} size={28} strokeWidth={1.5} aria-hidden />
      <Title className={styles.title}>{title ?? t('error.title')}</Title>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      <div className={styles.action}>
        {onRetry !== undefined && (
          <Button variant="default" onClick={onRetry}>
            {t('error.retry')}
          </Button>
        )}
        {action}
      </div>
    </div>
  );
}
