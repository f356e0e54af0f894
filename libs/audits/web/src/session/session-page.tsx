import type { Principal, UserId, UserRow } from '@cotejo/access-contracts';
import { auditId, type AuditDetail, type TeamRole } from '@cotejo/audits-contracts';
import type { AuditModel } from '@cotejo/audits-domain';
import { ApiError } from '@cotejo/http/client';
import { EmptyState, ErrorState, PageSkeleton, TableSkeleton, usePageTitle, useWorkspace } from '@cotejo/ui';
import { Button } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { teamRoleOf } from '../plan/grid/team-role.ts';
import { useRecord } from '../plan/use-record.ts';
import { AuditUndo } from '../undo/audit-undo.tsx';
import { AuditSessionProvider } from './audit-session-provider.tsx';

export interface SessionPageProps {
  readonly principal: Principal;
  /** Rules with every slice of this application. */
  readonly model: AuditModel;
}

interface SessionPageParts extends SessionPageProps {
  /** Already translated. */
  readonly title: string;
  readonly icon: LucideIcon;
  readonly children: (audit: AuditDetail, people: readonly UserRow[]) => ReactNode;
}

const roomsUrl = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/rooms`;

/** A page beside a plan that uses its room; the record comes from the address (`auditoria-id`, `evaluacion-id`). */
export function SessionPage(props: SessionPageParts) {
  const { title, icon } = props;
  const { t } = useTranslation('audits-web');
  usePageTitle(title);
  const [params] = useSearchParams();
  const model = params.has('auditoria-id') ? 'auditoria' : 'evaluacion';
  const id = auditId.safeParse(params.get(`${model}-id`));
  const { audit, people, error, isPending, retry } = useRecord(props.principal, id.data, model);

  if (!id.success) return <NoRecord icon={icon} title={t('plan.bad_address')} />;
  if (error) {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404))
      return <NoRecord icon={icon} title={error.message} />;
    return <ErrorState wholePage text={error.message} onRetry={retry} />;
  }
  if (isPending || audit === undefined) return <PageSkeleton />;
  return <OpenRecord {...props} audit={audit} people={people} />;
}

function NoRecord({ icon, title }: Pick<SessionPageParts, 'icon' | 'title'>) {
  const { t } = useTranslation('audits-web');
  return (
    <EmptyState
      wholePage
      icon={icon}
      title={title}
      action={
        <Button component={Link} to="/">
          {t('plan.to_home')}
        </Button>
      }
    />
  );
}

interface OpenRecordProps extends SessionPageParts {
  readonly audit: AuditDetail;
  readonly people: readonly UserRow[];
}

function OpenRecord({ audit, people, principal, model, children }: OpenRecordProps) {
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
      <AuditUndo people={people} />
      {children(audit, people)}
    </AuditSessionProvider>
  );
}
