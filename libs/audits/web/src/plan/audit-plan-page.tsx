import { userRow, type Principal, type UserId } from '@cotejo/access-contracts';
import { auditDetail, auditId, type AuditDetail, type TeamRole } from '@cotejo/audits-contracts';
import type { AuditModel } from '@cotejo/audits-domain';
import { ApiError } from '@cotejo/http/client';
import {
  AvatarStack,
  ConnectionBadge,
  ErrorState,
  HeaderEnd,
  PageHeader,
  PageSkeleton,
  StatusDot,
  TreeSkeleton,
  useFormat,
  usePageTitle,
  useWorkspace,
} from '@cotejo/ui';
import { Alert, Badge, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { AUDIT_STATUS_TONE, auditStatusOf } from '../audit-status.ts';
import { AuditSessionProvider, useAuditSession } from '../session/audit-session-provider.tsx';
import { connectionAtom, peersAtom, treeAtom } from '../session/session-atoms.ts';
import { PastPlan } from '../past/past-plan.tsx';
import { readPoint } from '../past/plan-point.ts';
import type { ItemPanels } from './plan-context.ts';
import { PlanScreen } from './plan-screen.tsx';
import styles from './plan.module.css';
import { teamRoleOf } from './team-role.ts';

export interface AuditPlanPageProps {
  readonly principal: Principal;
  /** The rules with every slice that this application has. */
  readonly model: AuditModel;
  readonly panels: ItemPanels;
}

const roomsUrl = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/rooms`;

/** An audit's plan: `/auditorias/plan/?auditoria-id=…`, optionally with `hoja-id` of an item, or `version` to see it as it was. */
export function AuditPlanPage(props: AuditPlanPageProps) {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const [params] = useSearchParams();
  const id = auditId.safeParse(params.get('auditoria-id'));
  const audit = useQuery({
    queryKey: ['audit', id.data],
    enabled: id.success,
    queryFn: ({ signal }) =>
      api.get(`/proyecto/riesgo/auditoria/${id.data}/`, { schema: auditDetail, signal }),
    retry: (count, error) =>
      count < 3 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
  });
  const point = useMemo(() => readPoint(params), [params]);
  const people = useQuery({
    queryKey: ['people'],
    queryFn: ({ signal }) => api.get('/users/', { schema: z.array(userRow), signal }),
  });

  if (!id.success) return <NoPlan title={t('plan.bad_address')} />;
  if (audit.isError) {
    const code = audit.error instanceof ApiError ? audit.error.code : undefined;
    if (audit.error instanceof ApiError && (audit.error.status === 403 || audit.error.status === 404))
      return <NoPlan title={audit.error.message} />;
    return (
      <ErrorState
        text={audit.error.message}
        {...(code ? { code } : {})}
        onRetry={() => void audit.refetch()}
      />
    );
  }
  if (audit.isPending || people.isPending) return <PageSkeleton />;
  // Whoever looks at the past is in no room: nothing to edit there, and nobody to be seen by.
  if (point !== null) return <PastPlan audit={audit.data} point={point} />;
  return <OpenPlan {...props} audit={audit.data} people={people.data ?? []} />;
}

/** Nothing that trying again would bring: the way on is where one comes in. */
function NoPlan({ title }: { readonly title: string }) {
  const { t } = useTranslation('audits-web');
  usePageTitle(title);
  return (
    <ErrorState
      wholePage
      title={title}
      action={
        <Button component={Link} to="/">
          {t('plan.to_home')}
        </Button>
      }
    />
  );
}

function OpenPlan({
  audit,
  people,
  ...props
}: AuditPlanPageProps & { readonly audit: AuditDetail; readonly people: z.output<typeof userRow>[] }) {
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
        principal: props.principal,
        model: props.model,
        createdBy: audit.created_by.id as UserId,
        url: roomsUrl(),
        getTicket,
        team,
      }}
      team={team}
      fallback={<TreeSkeleton />}
    >
      <div className={styles.page}>
        <PlanHeader audit={audit} />
        <PlanScreen audit={audit} people={people} panels={props.panels} />
      </div>
    </AuditSessionProvider>
  );
}

function PlanHeader({ audit }: { readonly audit: AuditDetail }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const format = useFormat();
  const session = useAuditSession();
  const { registerUnsent } = useWorkspace();
  const tree = useAtomValue(treeAtom);
  useEffect(() => registerUnsent(() => session.unsentCount), [registerUnsent, session]);

  const status = tree.baseVersion < 0 ? auditStatusOf(audit.status) : tree.auditStatus;
  const isReader = tree.baseVersion >= 0 && !session.can('plan.treeitem__edit');
  return (
    <>
      <PageHeader
        title={audit.nombre}
        breadcrumb={[{ label: t('list.title'), to: '/' }, { label: audit.codigo }]}
        meta={
          <>
            <StatusDot
              tone={AUDIT_STATUS_TONE[status]}
              label={t(`audits-contracts:auditStatus.${status}`)}
              strong
            />
            {audit.fecha_inicio !== null && (
              <span className="num">{`${format.date(audit.fecha_inicio)} – ${format.date(audit.fecha_fin)}`}</span>
            )}
            {audit.horas_presupuestadas > 0 && (
              <span className="num">
                {t('plan.hours', {
                  charged: format.number(audit.horas_cargadas, 1),
                  budgeted: format.hours(audit.horas_presupuestadas),
                })}
              </span>
            )}
            {audit.lider && <span>{t('plan.leader', { name: audit.lider.name })}</span>}
            {isReader && (
              <Badge variant="light" size="sm">
                {t('plan.read_only')}
              </Badge>
            )}
          </>
        }
      />
      {tree.operation !== null && (
        <Alert className={styles.operation} role="status">
          {t('plan.operation')}
        </Alert>
      )}
      <HeaderEnd>
        <Presence />
        <Connection />
      </HeaderEnd>
    </>
  );
}

/** Everybody else in the room, each person once however many windows they have. */
function Presence() {
  const { t } = useTranslation('audits-web');
  const peers = useAtomValue(peersAtom);
  const people = [...new Map(peers.map((peer) => [peer.user.id, peer.user])).values()];
  return <AvatarStack people={people} label={t('plan.present')} />;
}

function Connection() {
  const { state, pending, unsent } = useAtomValue(connectionAtom);
  if (state === 'refused') return <ConnectionBadge state="failed" unsent={unsent} />;
  if (state === 'offline') return <ConnectionBadge state="offline" unsent={unsent} />;
  if (state === 'connecting')
    return <ConnectionBadge state={unsent > 0 ? 'offline' : 'connecting'} unsent={unsent} />;
  return <ConnectionBadge state={pending > 0 ? 'saving' : 'online'} unsent={pending} />;
}
