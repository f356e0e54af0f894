import { CONTRACT_RECORD_TYPE, type AuditRow } from '@cotejo/audits-contracts';
import { EmptyState, ErrorState, PageHeader, TableSkeleton, Toolbar, useWorkspace } from '@cotejo/ui';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { Plus, Search, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import list from '../list/audits-list-page.module.css';
import { fold } from '../text-search.ts';
import { CreateEvaluationDialog } from './create-evaluation-dialog.tsx';
import { EvaluationTable } from './evaluation-table.tsx';
import { useEvaluations } from './use-evaluations.ts';

const ALL = 'all';
const { risk_evaluation: EVALUATION, risk_library: LIBRARY } = CONTRACT_RECORD_TYPE;

const matches = (row: AuditRow, text: string): boolean =>
  text === '' ||
  fold(`${row.codigo} ${row.nombre} ${row.ano_auditoria} ${row.lider?.name ?? ''}`).includes(text);

/** `/evaluacion-analisis-de-riesgos/`: the account's risk evaluations, and the libraries that risks come from. */
export function EvaluationsPage() {
  const { t } = useTranslation('audits-web');
  const { can } = useWorkspace();
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState<string>(ALL);
  const [isCreating, setCreating] = useState(false);
  const evaluations = useEvaluations();
  const rows = (evaluations.data ?? []).filter(
    (row) => (kind === ALL || row.record_type === kind) && matches(row, fold(search)),
  );
  const isFiltered = search !== '' || kind !== ALL;
  const create = can('pyr_evaluacion.add') && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('evaluations.create')}
    </Button>
  );

  return (
    <div className={list.page}>
      <PageHeader
        title={t('evaluations.title')}
        breadcrumb={[{ label: t('evaluations.title') }]}
        {...(create ? { actions: create } : {})}
      />
      <Toolbar
        label={t('evaluations.filters')}
        // While nothing is known yet, nothing is counted.
        end={
          evaluations.isSuccess && (
            <span className={list.count}>{t('evaluations.count', { count: rows.length })}</span>
          )
        }
      >
        <TextInput
          aria-label={t('evaluations.search')}
          placeholder={t('evaluations.search')}
          leftSection={<Search size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={list.search}
        />
        <SegmentedControl
          aria-label={t('evaluations.kind')}
          size="xs"
          value={kind}
          onChange={setKind}
          data={[
            { value: ALL, label: t('evaluations.all') },
            { value: EVALUATION, label: t('evaluations.evaluations') },
            { value: LIBRARY, label: t('evaluations.libraries') },
          ]}
        />
      </Toolbar>
      {evaluations.isPending && <TableSkeleton />}
      {evaluations.isError && (
        <ErrorState text={evaluations.error.message} onRetry={() => void evaluations.refetch()} />
      )}
      {evaluations.isSuccess && rows.length > 0 && <EvaluationTable rows={rows} />}
      {evaluations.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={ShieldAlert}
          title={t(isFiltered ? 'evaluations.empty.no_match' : 'evaluations.empty.title')}
          {...(!isFiltered && create ? { text: t('evaluations.empty.text'), action: create } : {})}
        />
      )}
      <CreateEvaluationDialog opened={isCreating} onClose={() => setCreating(false)} />
    </div>
  );
}
