import { DOCUMENT_FORMATS, type DocumentFormat } from '@cotejo/documents';
import { DialogFrame, useFormat, useWorkspace } from '@cotejo/ui';
import { useTableExport } from '@cotejo/ui/list';
import { Button, Group, Input, Radio, SegmentedControl, Stack, Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { filterAtom, planDaysAtom } from '../plan/plan-atoms.ts';
import { usePlan } from '../plan/plan-context.ts';
import { useColumns } from '../plan/grid/use-columns.ts';
import { isFiltering, RowFilter } from '../plan/toolbar/plan-filter.ts';
import { treeAtom } from '../session/session-atoms.ts';
import { planLines, riskLines, type PlanLine, type RiskLine } from './exported-rows.ts';
import { useExportColumns } from './use-export-columns.ts';

type Content = 'plan' | 'risks';

interface ExportPlanDialogProps {
  readonly onClose: () => void;
}

/** Exports the plan as it is shown (columns, filter, order), or its risks and controls, as Excel, PDF or Word. */
export function ExportPlanDialog({ onClose }: ExportPlanDialogProps) {
  const { t } = useTranslation('audits-web');
  return (
    <DialogFrame opened onClose={onClose} title={t('export.heading')}>
      <ExportForm onClose={onClose} />
    </DialogFrame>
  );
}

function ExportForm({ onClose }: ExportPlanDialogProps) {
  const { t } = useTranslation(['audits-web', 'ui']);
  const { audit, session } = usePlan();
  const { recordType } = session.view;
  const tree = useAtomValue(treeAtom);
  const filter = useAtomValue(filterAtom);
  const { columns } = useColumns(session.me, recordType);
  const { planColumns, riskColumns } = useExportColumns();
  const days = useAtomValue(planDaysAtom);
  const shown = useMemo(() => new RowFilter(filter, days).read(tree.rows), [filter, days, tree.rows]);
  const lines = useMemo(() => ({ plan: planLines(shown.rows), risks: riskLines(shown.rows) }), [shown]);
  const [content, setContent] = useState<Content>('plan');
  const [format, setFormat] = useState<DocumentFormat>('xlsx');
  const formatLabel = useId();
  const plan = useTableExport<PlanLine>();
  const risks = useTableExport<RiskLine>();
  const factsOf = useFacts(isFiltering(filter) ? shown.matches : null);

  const title = `${audit.codigo} ${t(`export.file.${content}`)}`;
  const facts = factsOf(lines[content].length);
  const options = { onSuccess: onClose };
  const run = () =>
    content === 'plan'
      ? plan.mutate({ format, title, facts, columns: planColumns(columns.shown), rows: lines.plan }, options)
      : risks.mutate({ format, title, facts, columns: riskColumns, rows: lines.risks }, options);
  const mayRisks = session.can('plan.risk__export') && recordType !== 'icce';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Stack gap="md">
        <Radio.Group
          label={t('export.content')}
          value={content}
          onChange={(value) => setContent(value === 'risks' ? 'risks' : 'plan')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="plan" label={t('export.plan')} description={t('export.plan_text')} />
            {mayRisks && (
              <Radio value="risks" label={t('export.risks')} description={t('export.risks_text')} />
            )}
          </Stack>
        </Radio.Group>
        <Input.Wrapper label={t('export.format')} labelElement="div" labelProps={{ id: formatLabel }}>
          <SegmentedControl
            fullWidth
            aria-labelledby={formatLabel}
            value={format}
            onChange={setFormat}
            data={DOCUMENT_FORMATS.map((value) => ({ value, label: t(`ui:list.format.${value}`) }))}
          />
        </Input.Wrapper>
        <Text size="sm" c="dimmed">
          {isFiltering(filter)
            ? t('export.rows_filtered', { count: lines[content].length })
            : t('export.rows', { count: lines[content].length })}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('create.cancel')}
          </Button>
          <Button
            type="submit"
            loading={plan.isPending || risks.isPending}
            disabled={lines[content].length === 0}
          >
            {t('export.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type Fact = readonly [label: string, value: string];

/** Facts at the head of the document: which plan at which version, by whom and when, and how many rows. */
function useFacts(matches: number | null): (rows: number) => readonly Fact[] {
  const { t } = useTranslation(['audits-web', 'ui']);
  const { audit, session } = usePlan();
  const { me } = useWorkspace();
  const format = useFormat();
  return (rows) => [
    [t('export.record'), `${audit.codigo} ${audit.nombre}`],
    [t('export.version'), format.number(session.view.version + 1, 0)],
    [
      t('ui:list.document.made'),
      t('ui:list.document.made_by', { name: me.name, at: format.dateTime(new Date().toISOString()) }),
    ],
    ...(matches === null
      ? []
      : [[t('export.filter'), t('export.matches', { count: matches })] satisfies Fact]),
    [t('ui:list.document.rows'), t('ui:list.rows', { count: rows })],
  ];
}
