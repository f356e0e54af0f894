import { ABADMIN_PATH } from '@cotejo/access-contracts';
import { ApiError } from '@cotejo/http/client';
import type { LogStatus } from '@cotejo/operations-contracts';
import {
  ErrorState,
  PageHeader,
  PageSkeleton,
  StatusDot,
  useErrorText,
  useFormat,
  type Crumb,
} from '@cotejo/ui';
import { Alert, Button } from '@mantine/core';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ProductTabs } from '../product-tabs.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { LogFacts } from './log-facts.tsx';
import styles from './log-status.module.css';
import { NodeTable } from './node-table.tsx';
import { OVERALL_TONE, overallState } from './overall-state.ts';
import { ParkedStreams } from './parked-streams.tsx';
import { ProjectionTable } from './projection-table.tsx';
import { useLogStatus } from './use-log-status.ts';

/** State of the log and its projections; refreshed while the page is visible. */
export function LogStatusPage() {
  const { t } = useTranslation('operations-web');
  const words = useErrorText();
  const status = useLogStatus();
  const crumbs = useCrumbs();

  if (status.isPending) return <PageSkeleton />;
  if (status.data === undefined) {
    const code = status.error instanceof ApiError ? status.error.code : undefined;
    return (
      <>
        <PageHeader title={t('title')} breadcrumb={crumbs}>
          <ProductTabs />
        </PageHeader>
        <ErrorState
          text={words(status.error)}
          {...(code === undefined ? {} : { code })}
          onRetry={() => void status.refetch()}
        />
      </>
    );
  }
  return (
    <div className={styles.page}>
      <Head status={status.data} onRefresh={() => void status.refetch()} />
      <div className={styles.body}>
        {status.isError && (
          <Alert color="red" role="alert">
            {t('stale', { reason: words(status.error) })}
          </Alert>
        )}
        <p className={styles.hint}>{t('log.hint')}</p>
        <LogFacts status={status.data} />
        <ProjectionTable status={status.data} />
        <ParkedStreams parked={status.data.parked} at={status.data.at} />
        <FailedJobs jobs={status.data.jobs} at={status.data.at} />
        {status.data.nodes !== null && <NodeTable nodes={status.data.nodes} at={status.data.at} />}
      </div>
    </div>
  );
}

function useCrumbs(): readonly Crumb[] {
  const { t } = useTranslation('operations-web');
  return [{ label: t('product.title'), to: ABADMIN_PATH }, { label: t('title') }];
}

interface HeadProps {
  readonly status: LogStatus;
  readonly onRefresh: () => void;
}

function Head({ status, onRefresh }: HeadProps) {
  const { t } = useTranslation('operations-web');
  const format = useFormat();
  const overall = overallState(status);
  return (
    <PageHeader
      title={t('title')}
      breadcrumb={useCrumbs()}
      meta={
        <>
          {/* Announced only when the text changes. */}
          <span role="status">
            <StatusDot tone={OVERALL_TONE[overall]} label={t(`overall.${overall}`)} strong />
          </span>
          <span>
            {t('read_at')} <time dateTime={status.at}>{format.dateTime(status.at)}</time>
          </span>
        </>
      }
      actions={
        <Button variant="default" leftSection={<RefreshCw size={14} aria-hidden />} onClick={onRefresh}>
          {t('refresh')}
        </Button>
      }
    >
      <ProductTabs />
    </PageHeader>
  );
}
