import { CONTRACT_RECORD_TYPE, recordTypeOf, type AuditRow } from '@cotejo/audits-contracts';
import { createChunk, latePart, useWhenIdle, useWorkspace } from '@cotejo/ui';
import { ListPage, optionsAmong, type ListColumn } from '@cotejo/ui/list';
import { Button } from '@mantine/core';
import { Plus, ShieldAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import styles from '../list/audits-list-page.module.css';
import { evaluationPath } from './evaluation-path.ts';
import { useEvaluations } from './use-evaluations.ts';

const dialogs = createChunk(() => import('./create-evaluation-dialog.tsx'));
const CreateEvaluationDialog = latePart(dialogs, (chunk) => chunk.CreateEvaluationDialog);

/** `/evaluacion-analisis-de-riesgos/`: the account's risk evaluations, and the libraries that risks come from. */
export function EvaluationsPage() {
  const { t } = useTranslation('audits-web');
  const { can } = useWorkspace();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  useWhenIdle(dialogs.load);
  const evaluations = useEvaluations();
  const columns = useColumns(evaluations.rows);
  const create = can('pyr_evaluacion.add') && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('evaluations.create')}
    </Button>
  );
  return (
    <>
      <ListPage
        name="evaluations"
        title={t('evaluations.title')}
        {...(create && { actions: create })}
        columns={columns}
        rows={evaluations}
        idOf={({ id }) => id}
        titleOf={({ nombre }) => nombre}
        open={({ id }) => void navigate(evaluationPath(id))}
        empty={{
          ...{ icon: ShieldAlert, title: t('evaluations.empty.title') },
          ...(create && { text: t('evaluations.empty.text'), action: create }),
        }}
      />
      {isCreating && <CreateEvaluationDialog onClose={() => setCreating(false)} />}
    </>
  );
}

const { risk_evaluation: EVALUATION, risk_library: LIBRARY } = CONTRACT_RECORD_TYPE;
const KINDS = [EVALUATION, LIBRARY];

function useColumns(rows: readonly AuditRow[]): readonly ListColumn<AuditRow>[] {
  const { t } = useTranslation('audits-web');
  return useMemo<readonly ListColumn<AuditRow>[]>(
    () => [
      {
        ...{ id: 'code', label: t('list.column.code'), kind: 'text', width: 140 },
        value: ({ codigo }) => codigo,
      },
      {
        ...{ id: 'name', label: t('list.column.name'), kind: 'text', value: ({ nombre }) => nombre },
        cell: ({ id, nombre }) => (
          // The row it stands in would open it a second time.
          <Link to={evaluationPath(id)} className={styles.link} onClick={(event) => event.stopPropagation()}>
            {nombre}
          </Link>
        ),
      },
      {
        ...{ id: 'kind', label: t('evaluations.kind'), kind: 'choice', width: 180 },
        value: (row) => row.record_type,
        options: KINDS.map((value) => ({
          ...{ value, label: t(`evaluations.of_kind.${recordTypeOf(value)}`) },
        })),
      },
      {
        ...{ id: 'year', label: t('evaluations.year'), kind: 'choice', width: 90 },
        value: (row) => String(row.ano_auditoria),
        options: optionsAmong(rows, ({ ano_auditoria: year }) => ({
          value: String(year),
          label: String(year),
        })),
      },
      {
        ...{ id: 'leader', label: t('evaluations.leader'), kind: 'person', width: 200 },
        value: ({ lider }) => lider?.id ?? null,
        options: optionsAmong(rows, ({ lider }) => lider && { value: lider.id, label: lider.name }),
      },
      { id: 'items', label: t('list.column.items'), kind: 'number', value: ({ items }) => items },
    ],
    [rows, t],
  );
}
