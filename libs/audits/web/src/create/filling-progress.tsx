import { auditCalls } from '@cotejo/audits-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { ProgressBar, Section, useFormat, useWorkspace } from '@cotejo/ui';
import { Alert, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { planPath } from '../list/plan-path.ts';
import styles from './create-audit.module.css';
import type { WizardDraft } from './wizard-draft.ts';
import { CREATE_WORDS } from './words.ts';

/** Milliseconds between two looks at an audit that is being filled. */
const LOOK_AGAIN_MS = 1_000;
/** Looks at which a new audit may not be readable yet. */
const NOT_READABLE_LOOKS = 10;

interface FillingProgressProps {
  readonly started: NonNullable<WizardDraft['started']>;
  /** Called once the audit is complete: the draft is of no use any more. */
  readonly onDone: () => void;
  /** Returns to the draft, after the audit disappeared. */
  readonly onBack: () => void;
}

/**
 * Progress of an audit that takes over contents, by its number of items. Closing the page does not stop it, and
 * opening the wizard again shows how it ended.
 */
export function FillingProgress({ started, onDone, onBack }: FillingProgressProps) {
  const { t } = useTranslation(CREATE_WORDS);
  const { api } = useWorkspace();
  const format = useFormat();
  const {
    data: audit,
    error,
    errorUpdateCount,
  } = useQuery({
    queryKey: ['filling', started.id],
    queryFn: ({ signal }) => perform(api, auditCalls.detail, { params: { id: started.id } }, { signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.operacion === null ? false : LOOK_AGAIN_MS),
  });
  const isMissing = error instanceof ApiError && error.code === 'audit_not_found';
  const hasFailed = isMissing && (audit !== undefined || errorUpdateCount > NOT_READABLE_LOOKS);
  const isDone = audit?.operacion === null && !isMissing;
  const done = useEffectEvent(onDone);
  useEffect(() => {
    if (isDone) done();
  }, [isDone]);

  if (hasFailed)
    return (
      <Section title={t('filling.failed.title')}>
        <Alert color="red" role="alert">
          {t('filling.failed.text', { code: started.code })}
        </Alert>
        <Group justify="flex-end" mt="md">
          <Button onClick={onBack}>{t('filling.failed.back')}</Button>
        </Group>
      </Section>
    );
  const items = isDone ? started.items : Math.min(audit?.items ?? 0, started.items);
  return (
    <Section title={t(isDone ? 'filling.done' : 'filling.title', { code: started.code })}>
      <div className={styles.filling}>
        <ProgressBar
          percent={started.items === 0 ? 100 : (100 * items) / started.items}
          label={t('filling.progress')}
          level="machine"
        />
        <p role="status">
          {isDone
            ? t('filling.all', { count: started.items })
            : t('filling.running', {
                items: format.number(items, 0),
                total: format.number(started.items, 0),
              })}
        </p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" component={Link} to="/">
            {t('filling.list')}
          </Button>
          <Button component={Link} to={planPath(started.id)}>
            {t('filling.open')}
          </Button>
        </Group>
      </div>
    </Section>
  );
}
