import {
  AUDIT_LIST_TOPIC,
  auditListKey,
  auditTrashCalls,
  auditStatusOf,
  type DeletedAuditRow,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useFormat, useWorkspace } from '@cotejo/ui';
import { ListPage, optionsAmong, rowsOfQuery, type ListColumn } from '@cotejo/ui/list';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import styles from '../list/audits-list-page.module.css';
import { planPath } from '../list/plan-path.ts';
import { DELETED_AUDITS, useRestoreAudit } from './use-restore-audit.ts';

const ALL_YEARS = { from: null, to: null, withOpen: false };

/** `/auditorias/papelera/` without an audit: the deleted audits of the account. */
export function DeletedAuditsPage() {
  const { t } = useTranslation('audits-web');
  const { api, live, me } = useWorkspace();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: DELETED_AUDITS,
    queryFn: ({ signal }) => perform(api, auditTrashCalls.list, {}, { signal }),
  });
  // The list of audits tells of every deletion and restoration.
  useEffect(() => {
    const again = () => void queries.invalidateQueries({ queryKey: DELETED_AUDITS });
    const key = auditListKey(me.accountId, ALL_YEARS);
    return live.follow(AUDIT_LIST_TOPIC, key, -1, { onFrame: again, onReset: again });
  }, [live, me.accountId, queries]);
  const columns = useColumns(query.data);
  return (
    <ListPage<DeletedAuditRow>
      name="deleted-audits"
      title={t('audit_trash.title')}
      breadcrumb={[{ label: t('list.title'), to: '/' }, { label: t('audit_trash.title') }]}
      columns={columns}
      rows={rowsOfQuery(query)}
      idOf={({ id }) => id}
      titleOf={({ nombre }) => nombre}
      open={({ id }) => void navigate(planPath(id))}
      firstOrder={{ column: 'at', isDescending: true }}
      empty={{ icon: Trash2, title: t('audit_trash.empty'), text: t('audit_trash.empty_text') }}
    />
  );
}

function useColumns(rows: readonly DeletedAuditRow[] = []): readonly ListColumn<DeletedAuditRow>[] {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const restore = useRestoreAudit();
  const { mutate, isPending } = restore;
  return useMemo<readonly ListColumn<DeletedAuditRow>[]>(
    () => [
      {
        ...{ id: 'code', label: t('list.column.code'), kind: 'text', width: 126 },
        value: ({ codigo }) => codigo,
      },
      {
        ...{ id: 'name', label: t('list.column.name'), kind: 'text', width: 260 },
        value: ({ nombre }) => nombre,
        cell: ({ id, nombre }) => (
          // The row it stands in would open it a second time.
          <Link to={planPath(id)} className={styles.link} onClick={(event) => event.stopPropagation()}>
            {nombre}
          </Link>
        ),
      },
      {
        ...{ id: 'status', label: t('list.column.status'), kind: 'choice', width: 120 },
        value: ({ status }) => auditStatusOf(status),
        options: optionsAmong(rows, ({ status }) => ({
          value: auditStatusOf(status),
          label: t(`audits-contracts:auditStatus.${auditStatusOf(status)}`),
        })),
      },
      {
        ...{ id: 'by', label: t('trash.column.by'), kind: 'person', width: 190 },
        value: ({ eliminada }) => eliminada.usuario.id,
        options: optionsAmong(rows, ({ eliminada: { usuario } }) => ({
          value: usuario.id,
          label: usuario.name,
        })),
      },
      {
        ...{ id: 'at', label: t('trash.column.at'), kind: 'moment', width: 150 },
        value: ({ eliminada }) => eliminada.fecha,
      },
      {
        ...{ id: 'left', label: t('trash.column.left'), kind: 'number', width: 150 },
        value: ({ eliminada }) => eliminada.dias_restantes,
        cell: ({ eliminada: { dias_restantes, conservada_hasta } }) => (
          <span>
            {conservada_hasta === null
              ? t('trash.days', { count: dias_restantes })
              : t('audit_trash.until', { date: format.date(conservada_hasta) })}
          </span>
        ),
      },
      {
        ...{ id: 'restore', label: t('trash.restore'), kind: 'flag', width: 140 },
        value: ({ restaurable }) => restaurable,
        cell: ({ id, nombre, restaurable }) =>
          restaurable ? (
            <Button
              size="compact-sm"
              variant="default"
              disabled={isPending}
              leftSection={<ArchiveRestore size={14} aria-hidden />}
              aria-label={t('trash.restore_one', { name: nombre })}
              onClick={(event) => {
                event.stopPropagation();
                mutate({ id, name: nombre });
              }}
            >
              {t('trash.restore')}
            </Button>
          ) : null,
      },
    ],
    [rows, t, format, mutate, isPending],
  );
}
