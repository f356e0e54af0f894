import type { Principal, UserId, UserRow } from '@cotejo/access-contracts';
import { auditId, recordTypeOf, type AuditDetail, type TeamRole } from '@cotejo/audits-contracts';
import type { AuditModel } from '@cotejo/audits-domain';
import { ApiError } from '@cotejo/http/client';
import { ErrorState, PageSkeleton, TreeSkeleton, usePageTitle, useWorkspace } from '@cotejo/ui';
import { Button } from '@mantine/core';
import { atom, useAtomValue } from 'jotai';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router';
import { isEvaluation as isEvaluationRecord } from '../evaluations/evaluation-path.ts';
import { recordPath } from '../list/plan-path.ts';
import { AuditSessionProvider } from '../session/audit-session-provider.tsx';
import { treeAtom } from '../session/session-atoms.ts';
import { treeDocumentLoader } from '../session/load-tree-document.ts';
import { readPoint } from '../past/plan-point.ts';
import { moduleShown } from '../summary/summary-address.ts';
import { OwnDeclaration } from '../team/own-declaration.tsx';
import { useTeam, useWithTeam } from '../team/use-team.ts';
import { AuditUndo } from '../undo/audit-undo.tsx';
import type { WorksheetContents } from '../worksheets/worksheet-contents.ts';
import type { PanelBeside } from './plan-context.ts';
import { DeletedAudit, PastPlan, SummaryScreen, TeamScreen } from './late-parts.ts';
import { LeftBehind } from './tray/left-behind.tsx';
import { PlanHeader } from './plan-header.tsx';
import { PlanScreen } from './plan-screen.tsx';
import styles from './plan.module.css';
import { teamRoleOf } from './grid/team-role.ts';
import { useRecord } from './use-record.ts';

export interface AuditPlanPageProps {
  readonly principal: Principal;
  /** Audit rules with all slices of this application. */
  readonly model: AuditModel;
  /** Worksheet contents that other contexts contribute. */
  readonly contents: WorksheetContents;
  /** Side panels that other contexts contribute. */
  readonly panelsBeside?: readonly PanelBeside[];
}

const NO_PANELS: readonly PanelBeside[] = [];

const roomsUrl = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/rooms`;

/**
 * Page with the tree of an audit (`auditoria-id`), a risk evaluation or a library (`evaluacion-id`). Optional query
 * parameters: `hoja-id` and its side panel, `tab`, and `version` for a past version.
 */
export function AuditPlanPage(props: AuditPlanPageProps) {
  const { t } = useTranslation('audits-web');
  const [params] = useSearchParams();
  const isEvaluation = !params.has('auditoria-id') && params.has('evaluacion-id');
  const id = auditId.safeParse(params.get(isEvaluation ? 'evaluacion-id' : 'auditoria-id'));
  const { audit, people, error, isPending, retry } = useRecord(
    props.principal,
    id.data,
    isEvaluation ? 'evaluacion' : 'auditoria',
  );
  const point = useMemo(() => readPoint(params), [params]);

  if (!id.success) return <NoPlan title={t('plan.bad_address')} />;
  if (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (error instanceof ApiError && (error.status === 403 || error.status === 404))
      return (
        <>
          <NoPlan title={error.message} />
          <LeftBehind user={props.principal.userId} audit={id.data} />
        </>
      );
    return <ErrorState text={error.message} {...(code ? { code } : {})} onRetry={retry} />;
  }
  if (isPending || audit === undefined) return <PageSkeleton />;
  // The link did not know the record type and used the wrong one of the two parameters.
  if (isEvaluation !== isEvaluationRecord(recordTypeOf(audit.record_type)))
    return <Navigate to={recordPath(audit, params)} replace />;
  // A past version is read-only and opens no room: no edits, no presence.
  if (point !== null) return <PastPlan audit={audit} point={point} contents={props.contents} />;
  return <OpenPlan key={audit.id} {...props} audit={audit} people={people} isEvaluation={isEvaluation} />;
}

/** Error page without a retry button, since a retry cannot succeed; links to the start page. */
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

// Undefined before the tree is read: the detail decides then.
const removalAtom = atom((get) => (get(treeAtom).baseVersion < 0 ? undefined : get(treeAtom).removal));

/** The modules of an audit, or who put it in the trash. */
function UnlessDeleted({ audit, children }: { readonly audit: AuditDetail; readonly children: ReactNode }) {
  const removal = useAtomValue(removalAtom);
  const isDeleted = (removal === undefined ? audit.eliminada : removal) !== null;
  return isDeleted ? <DeletedAudit audit={audit} /> : children;
}

interface OpenPlanProps extends AuditPlanPageProps {
  readonly audit: AuditDetail;
  readonly people: readonly UserRow[];
  readonly isEvaluation: boolean;
}

function OpenPlan({ audit: read, people, isEvaluation, ...props }: OpenPlanProps) {
  const { api, getTicket } = useWorkspace();
  const [params] = useSearchParams();
  const shown = isEvaluation ? null : moduleShown(params);
  const present = useTeam(read.id);
  const audit = useWithTeam(read, present);
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
        loadBase: treeDocumentLoader(api, audit.id),
        team,
      }}
      team={team}
      fallback={<TreeSkeleton />}
    >
      <AuditUndo people={people} />
      <div className={styles.page}>
        <PlanHeader audit={audit} isEvaluation={isEvaluation} />
        <UnlessDeleted audit={audit}>
          {!isEvaluation && shown !== 'equipo' && <OwnDeclaration audit={audit} team={present?.members} />}
          {shown === 'resumen' && (
            <SummaryScreen audit={audit} team={present?.members} fieldTitle={props.contents?.fieldTitle} />
          )}
          {shown === 'equipo' && <TeamScreen audit={audit} people={people} team={present?.members} />}
          {shown === null && (
            <PlanScreen
              audit={audit}
              people={people}
              contents={props.contents}
              panelsBeside={props.panelsBeside ?? NO_PANELS}
            />
          )}
        </UnlessDeleted>
      </div>
    </AuditSessionProvider>
  );
}
