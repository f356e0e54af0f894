import type { ParkedRow, RetryBody, RetryOutcome } from '@cotejo/operations-contracts';
import { notify, Section, useFormat } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { CircleCheck, RotateCw } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './log-status.module.css';
import { readFault } from './read-fault.ts';
import { useProjectionName } from './use-projection-name.ts';
import { useMayRetry, useRetry } from './use-log-status.ts';

interface ParkedStreamsProps {
  readonly parked: readonly ParkedRow[];
  readonly at: string;
}

/** Streams parked by projections, with the fault of each and a retry button. */
export function ParkedStreams({ parked, at }: ParkedStreamsProps) {
  const { t } = useTranslation('operations-web');
  const heading = useRef<HTMLHeadingElement>(null);
  const mayRetry = useMayRetry();
  const retry = useRetry();

  const tell = (outcomes: readonly RetryOutcome[]) => {
    const failed = outcomes.filter(({ ok }) => !ok);
    const healed = outcomes.length - failed.length;
    if (failed.length === 0) notify.success(t('parked.all_run', { count: healed }));
    else notify.warning(t('parked.some_stay', { count: failed.length, healed }));
    // The retry button disappears with its row: the focus moves to the section's heading.
    if (healed > 0) heading.current?.focus();
  };
  const attempt = (body: RetryBody) => retry.mutate(body, { onSuccess: tell });
  const isTrying = ({ projection, stream }: ParkedRow) =>
    retry.isPending && retry.variables.stream === stream && retry.variables.projection === projection;

  return (
    <Section
      bare
      title={t('parked.title')}
      hint={t('parked.hint')}
      headingRef={heading}
      actions={
        mayRetry &&
        parked.length > 1 && (
          <Button
            variant="default"
            leftSection={<RotateCw size={14} aria-hidden />}
            loading={retry.isPending && retry.variables.stream === undefined}
            disabled={retry.isPending}
            onClick={() => attempt({})}
          >
            {t('parked.retry_all')}
          </Button>
        )
      }
    >
      {parked.length === 0 && (
        <p className={styles.nothing}>
          <CircleCheck size={16} aria-hidden /> {t('parked.empty')}
        </p>
      )}
      {parked.length > 0 && (
        <ul className={styles.parked} aria-label={t('parked.title')}>
          {parked.map((row) => (
            <Parked
              key={`${row.projection}.${row.generation}/${row.stream}`}
              row={row}
              at={at}
              isTrying={isTrying(row)}
              isDisabled={retry.isPending}
              onRetry={
                mayRetry && row.live
                  ? () => attempt({ projection: row.projection, stream: row.stream })
                  : null
              }
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

interface ParkedProps {
  readonly row: ParkedRow;
  readonly at: string;
  readonly isTrying: boolean;
  readonly isDisabled: boolean;
  readonly onRetry: (() => void) | null;
}

function Parked({ row, at, isTrying, isDisabled, onRetry }: ParkedProps) {
  const { t } = useTranslation('operations-web');
  const format = useFormat();
  const nameOf = useProjectionName();
  const { summary, details } = readFault(row.error);
  return (
    <li className={styles.parkedRow}>
      <div className={styles.parkedWords}>
        <span className={`code ${styles.whole} ${styles.stream}`}>{row.stream}</span>
        <span className={styles.parkedFacts}>
          <span>{t('parked.of', { name: nameOf(row.projection), number: row.generation })}</span>
          <span>
            {t('parked.since')}{' '}
            <time dateTime={row.since} title={format.relative(row.since, at)}>
              {format.dateTime(row.since)}
            </time>
          </span>
          <span>{t('parked.attempts', { count: row.attempts })}</span>
        </span>
        {details === null ? (
          <p className={styles.error}>{summary}</p>
        ) : (
          <details className={styles.error}>
            <summary>{summary}</summary>
            <pre>{details}</pre>
          </details>
        )}
      </div>
      {onRetry && (
        <Button
          variant="default"
          leftSection={<RotateCw size={14} aria-hidden />}
          loading={isTrying}
          disabled={isDisabled && !isTrying}
          onClick={onRetry}
          aria-label={t('parked.retry_one', { stream: row.stream })}
        >
          {t('parked.retry')}
        </Button>
      )}
    </li>
  );
}
