import { CONTRACT_RECORD_TYPE, type AuditDetail, type ItemId } from '@cotejo/audits-contracts';
import { useWorkspace } from '@cotejo/ui';
import { Button, Group, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllAudits } from '../list/use-audits.ts';
import { usePlan } from '../plan/plan-context.ts';
import { CopyProgress } from './copy-progress.tsx';
import { mayReceive } from './may-receive.ts';
import { useCopyRun } from './use-copy-run.ts';

interface CopyByYearProps {
  readonly ids: readonly ItemId[];
  /** Audit that contains the items; absent = the open one. */
  readonly from?: string;
  /** Preselected project, if it can be selected. */
  readonly into?: Pick<AuditDetail, 'id' | 'ano_auditoria'>;
  readonly onClose: () => void;
}

/**
 * Form for copying risks of a financial audit, by year and project; the place follows from their
 * macroprocess.
 */
export function CopyByYear({ ids, from, into, onClose }: CopyByYearProps) {
  const { t } = useTranslation('audits-web');
  const { audit } = usePlan();
  const source = from ?? audit.id;
  const { me } = useWorkspace();
  const rows = useAllAudits();
  const [year, setYear] = useState<string | null>(into ? String(into.ano_auditoria) : null);
  const [project, setProject] = useState<string | null>(into?.id ?? null);
  const run = useCopyRun();
  const projects = (rows.data ?? []).filter(
    (row) =>
      row.record_type === CONTRACT_RECORD_TYPE.financial_audit && row.id !== source && mayReceive(row, me),
  );
  const years = [...new Set(projects.map((row) => String(row.ano_auditoria)))].sort().reverse();
  const ofYear = projects.filter((row) => String(row.ano_auditoria) === year);
  const target = ofYear.find((row) => row.id === project) ?? null;
  const isOver = run.state === 'running' || run.state === 'done';

  const copy = () => {
    if (target === null) return;
    void run.start(
      { recordType: 'financial_audit', ids, areRisks: true },
      { year: target.ano_auditoria, project: target.id },
    );
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        copy();
      }}
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <Select
            label={t('copy.year')}
            data={years}
            value={year}
            onChange={(value) => {
              setYear(value);
              setProject(null);
            }}
            nothingFoundMessage={t('copy.no_audit')}
            disabled={isOver}
            data-autofocus
          />
          <Select
            label={t('copy.project')}
            searchable
            data={ofYear.map((row) => ({ value: row.id, label: `${row.codigo} · ${row.nombre}` }))}
            value={project}
            onChange={setProject}
            nothingFoundMessage={t('copy.no_audit')}
            disabled={isOver || year === null}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {t(rows.isSuccess && years.length === 0 ? 'copy.no_financial' : 'copy.financial')}
        </Text>
        <CopyProgress run={run} total={ids.length} target={target} onRetry={copy} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t(run.state === 'done' ? 'close' : 'create.cancel')}
          </Button>
          {run.state !== 'done' && (
            <Button type="submit" loading={run.state === 'running'} disabled={target === null}>
              {t('copy.submit')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
