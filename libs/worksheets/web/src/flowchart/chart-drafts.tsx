import type { TextDraft } from '@cotejo/texts/client';
import { useFormat } from '@cotejo/ui';
import { FLOWCHART_MAPS } from '@cotejo/worksheets-contracts';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useWorksheetHost } from '../host/worksheet-host.ts';
import { useWhyRefused } from '../text/draft-card.tsx';
import { useShownChart } from './chart-context.ts';
import styles from './flowchart.module.css';

interface ChartDraftsProps {
  readonly drafts: readonly TextDraft[];
  readonly onDiscard: (id: string) => void;
}

/** Drafts of refused edits, kept until their author restores or discards them. */
export function ChartDrafts({ drafts, onDiscard }: ChartDraftsProps) {
  const { t } = useTranslation('worksheets-web');
  const { dateTime } = useFormat();
  const { announce } = useWorksheetHost();
  const { changes } = useShownChart();
  const whyRefused = useWhyRefused();
  const jsonOf = (draft: TextDraft, map: string): unknown => draft.fields[map]?.json;
  const ofChart = drafts.filter(({ fields }) =>
    Object.values(FLOWCHART_MAPS).some((map) => Object.hasOwn(fields, map)),
  );
  return ofChart.map((draft) => (
    <section key={draft.id} className={styles.draft} aria-label={t('flow.draft.title')}>
      <p>
        <b>{t('flow.draft.kept', { when: dateTime(draft.at) })}</b> {whyRefused(draft.code)}
      </p>
      {changes && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            changes.recover(jsonOf(draft, FLOWCHART_MAPS.nodes), jsonOf(draft, FLOWCHART_MAPS.edges));
            onDiscard(draft.id);
            announce(t('flow.draft.recovered'));
          }}
        >
          {t('flow.draft.recover')}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" onClick={() => onDiscard(draft.id)}>
        {t('text.discard')}
      </Button>
    </section>
  ));
}
