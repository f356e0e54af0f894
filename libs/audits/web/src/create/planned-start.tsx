import { ErrorState, PageSkeleton, Section, useErrorText } from '@cotejo/ui';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { draftOfPlanned, type PlannedAudits, type PlannedFacts } from './planned-facts.ts';
import type { KeptDraft } from './use-wizard-draft.ts';
import { CREATE_WORDS } from './words.ts';

interface PlannedStartProps {
  readonly row: string;
  readonly plan: PlannedAudits;
  readonly kept: KeptDraft;
  /** Shows the steps. */
  readonly onReady: () => void;
}

/** Begins the draft of a planned audit; asks where that would take the place of another draft. */
export function PlannedStart({ row, plan, kept, onReady }: PlannedStartProps) {
  const { t } = useTranslation(CREATE_WORDS);
  const failure = useErrorText();
  const read = useQuery({
    queryKey: ['create-audit', 'planned', row],
    queryFn: ({ signal }) => plan.read(row, signal),
    gcTime: 0,
  });
  const facts = read.data;
  const begin = (planned: PlannedFacts) => {
    kept.change(() => draftOfPlanned(planned, kept.today));
    onReady();
  };
  const beginAtOnce = useEffectEvent((planned: PlannedFacts) => {
    if (!kept.isBegun) begin(planned);
  });
  useEffect(() => {
    if (facts) beginAtOnce(facts);
  }, [facts]);

  if (read.isError) return <ErrorState text={failure(read.error)} onRetry={() => void read.refetch()} />;
  if (facts === null) return <ErrorState text={t('planned.not_open')} />;
  if (facts === undefined || !kept.isBegun) return <PageSkeleton />;
  return (
    <Section
      title={t('planned.other_draft.title')}
      hint={t('planned.other_draft.hint', { name: facts.name })}
    >
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onReady}>
          {t('planned.other_draft.keep')}
        </Button>
        <Button onClick={() => begin(facts)}>{t('planned.other_draft.begin')}</Button>
      </Group>
    </Section>
  );
}
