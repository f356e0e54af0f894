import type { FailedJob } from '@cotejo/operations-contracts';
import { notify, Section, useFormat } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { CircleCheck, RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './log-status.module.css';
import { useMayRetry, useRetryJob } from './use-log-status.ts';

interface FailedJobsProps {
  readonly jobs: readonly FailedJob[];
  readonly at: string;
}

/** Jobs that failed as often as they are tried, why, and the way to try them again. */
export function FailedJobs({ jobs, at }: FailedJobsProps) {
  const { t } = useTranslation('operations-web');
  const heading = useRef<HTMLHeadingElement>(null);
  const mayRetry = useMayRetry();
  const retry = useRetryJob();
  const attempt = (job: string) =>
    retry.mutate(job, {
      onSuccess: () => {
        notify.success(t('jobs.tried'));
        // The button goes away with its row: the keyboard stays in the section.
        heading.current?.focus();
      },
    });
  return (
    <Section title={t('jobs.title')} hint={t('jobs.hint')} headingRef={heading}>
      {jobs.length === 0 && (
        <p className={styles.nothing}>
          <CircleCheck size={16} aria-hidden /> {t('jobs.empty')}
        </p>
      )}
      {jobs.length > 0 && (
        <ul className={styles.parked} aria-label={t('jobs.title')}>
          {jobs.map((job) => (
            <Failed
              key={job.name}
              job={job}
              at={at}
              isTrying={retry.isPending && retry.variables === job.name}
              isDisabled={retry.isPending}
              onRetry={mayRetry ? () => attempt(job.name) : null}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface FailedProps {
  readonly job: FailedJob;
  readonly at: string;
  readonly isTrying: boolean;
  readonly isDisabled: boolean;
  readonly onRetry: (() => void) | null;
}

function Failed({ job: { name, since, failures, error }, at, isTrying, isDisabled, onRetry }: FailedProps) {
  const { t } = useTranslation('operations-web');
  const format = useFormat();
  const words = t(`jobs.name.${name}`, { defaultValue: name });
  return (
    <li className={styles.parkedRow}>
      <div className={styles.parkedWords}>
        <span className={styles.stream}>{words}</span>
        <span className={styles.parkedFacts}>
          <span>
            {t('parked.since')}{' '}
            <time dateTime={since} title={format.relative(since, at)}>
              {format.dateTime(since)}
            </time>
          </span>
          <span>{t('jobs.failures', { count: failures })}</span>
        </span>
        <p className={styles.error}>{error}</p>
      </div>
      {onRetry && (
        <Button
          variant="default"
          leftSection={<RotateCw size={14} aria-hidden />}
          loading={isTrying}
          disabled={isDisabled && !isTrying}
          onClick={onRetry}
          aria-label={t('parked.retry_one', { stream: words })}
        >
          {t('parked.retry')}
        </Button>
      )}
    </li>
  );
}
