import type { Principal, UserId, UserRow } from '@cotejo/access-contracts';
import { auditId, type AuditDetail, type TeamRole } from '@cotejo/audits-contracts';
import type { AuditModel } from '@cotejo/audits-domain';
import { ApiError } from '@cotejo/http/client';
import { EmptyState, ErrorState, PageSkeleton, TableSkeleton, usePageTitle, useWorkspace } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { teamRoleOf } from '../plan/team-role.ts';
import { useRecord } from '../plan/use-record.ts';
import { AuditSessionProvider } from '../session/audit-session-provider.tsx';
import { TrashScreen } from './trash-screen.tsx';

export interface TrashPageProps {
  readonly principal: Principal;
  /** Rules with every slice of this application. */
  readonly model: AuditModel;
}

const roomsUrl = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/rooms`;

/**
 * Trash of a plan: `/auditorias/papelera/?auditoria-id=…` (or `evaluacion-id`). It uses the plan's room:
 * deletions and restorations by other users appear live, and restoring works offline.
 */
export function TrashPage(props: TrashPageProps) {
  const { t } = useTranslation('audits-web');
  usePageTitle(t('trash.title'));
  const [params] = useSearchParams();
  const model = params.has('auditoria-id') ? 'auditoria' : 'evaluacion';
  const id = auditId.safeParse(params.get(`${model}-id`));
  const { audit, people, error, isPending, retry } = useRecord(props.principal, id.data, model);

  if (!id.success) return <NoTrash title={t('plan.bad_address')} />;
  if (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404))
      return <NoTrash title={error.message} />;
    return <ErrorState wholePage text={error.message} onRetry={retry} />;
  }
  if (isPending || audit === undefined) return <PageSkeleton />;
  return <OpenTrash {...props} audit={audit} people={people} />;
}

function NoTrash({ title }: { readonly title: string }) {
  const { t } = useTranslation('audits-web');
  return (
    <EmptyState
      wholePage
      icon={Trash2}
      title={title}
      action={
        <Button component={Link} to="/">
          {t('plan.to_home')}
        </Button>
      }
    />
  );
}

interface OpenTrashProps extends TrashPageProps {
  readonly audit: AuditDetail;
  readonly people: readonly UserRow[];
}

function OpenTrash({ audit, people, principal, model }: OpenTrashProps) {
  const { getTicket } = useWorkspace();
  const team = useMemo(
    () =>
      new Map<UserId, TeamRole>(
        audit.equipo.map((member) => [member.usuario.id as UserId, teamRoleOf(member.rol)]),
      ),
    [audit.equipo],
  );
  return (
    <AuditSessionProvider
      audit={{
        auditId: audit.id,
        principal,
        model,
        createdBy: audit.created_by.id as UserId,
        url: roomsUrl(),
        getTicket,
        team,
      }}
      team={team}
      fallback={<TableSkeleton />}
    >
      <TrashScreen audit={audit} people={people} />
    </AuditSessionProvider>
  );
}
