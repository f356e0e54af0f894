import type { AuditDetail } from '@cotejo/audits-contracts';
import { EmptyState, useFormat, useWorkspace } from '@cotejo/ui';
import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { ArchiveRestore, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { rightsAtom, treeAtom } from '../session/session-atoms.ts';
import { AUDIT_TRASH_PATH } from '../list/plan-path.ts';
import { useRestoreAudit } from './use-restore-audit.ts';

/** Stands in place of an audit that is in the trash: who deleted it, when, and how it comes back. */
export function DeletedAudit({ audit }: { readonly audit: AuditDetail }) {
  const { t } = useTranslation('audits-web');
  const format = useFormat();
  const session = useAuditSession();
  const queries = useQueryClient();
  const restore = useRestoreAudit();
  useAtomValue(rightsAtom);
  const { removal } = useAtomValue(treeAtom);
  const { people, can } = useWorkspace();
  const everybody = useQuery({ queryKey: ['workspace', 'people'], queryFn: () => people() });
  const { id, eliminada } = audit;
  const at = removal?.at ?? eliminada?.fecha;
  // The room tells of the deletion; days left and retention come with the detail.
  useEffect(() => {
    if (at !== eliminada?.fecha) void queries.invalidateQueries({ queryKey: ['audit', id] });
  }, [at, eliminada?.fecha, id, queries]);
  const by = removal?.by ?? eliminada?.usuario.id;
  const name = everybody.data?.find((one) => one.id === by)?.name ?? eliminada?.usuario.name ?? '';
  const left = eliminada?.dias_restantes ?? null;
  const kept = eliminada?.conservada_hasta ?? null;
  return (
    <EmptyState
      wholePage
      icon={Trash2}
      title={t('audit_trash.gone', { name })}
      text={[
        at === undefined ? '' : t('audit_trash.gone_at', { moment: format.dateTime(at) }),
        left === null ? '' : t('audit_trash.gone_left', { count: left }),
        kept === null ? '' : t('audit_trash.kept', { date: format.date(kept) }),
      ]
        .filter(Boolean)
        .join(' ')}
      action={
        <Group gap="xs" justify="center">
          {session.can('plan.audit__restore') && (
            <Button
              leftSection={<ArchiveRestore size={16} aria-hidden />}
              loading={restore.isPending}
              onClick={() => restore.mutate({ id, name: audit.nombre })}
            >
              {t('trash.restore')}
            </Button>
          )}
          {can('trashbin.access') && (
            <Button variant="default" component={Link} to={AUDIT_TRASH_PATH}>
              {t('audit_trash.see')}
            </Button>
          )}
        </Group>
      }
    />
  );
}
