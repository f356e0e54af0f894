import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditStream,
  type auditCalls,
  type AuditDetail,
  type AuditId,
  type ChangedAudit,
  type CreatedRecord,
  type evaluationCalls,
  isEvaluation,
  type KernelIntent,
  recordTypeOf,
} from '@cotejo/audits-contracts';
import { BUILT_IN_TEMPLATES, isLate, type AuditState } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { Handlers } from '@cotejo/http/server';
import { dayIn, TIME_ZONE } from '@cotejo/i18n';
import type { AuditsServices } from '../audits-services.ts';
import { changeTree } from '../change/change-tree.ts';
import type { PlanChange } from '../change/plan-change.ts';
import { createAuditInAccount, type CreateAuditRequest } from '../create/create-audit.ts';
import { admitToAudit, admitToItem } from '../policy/admit-to-audit.ts';
import { mayList } from '../policy/audit-policy.ts';
import { countNotesOf } from '../read/count-notes.ts';
import { readBranch } from '../read/read-plan.ts';
import {
  countYears,
  findAudit,
  listAudits,
  listEvaluations,
  type AuditListEntry,
} from '../read-models/reads/list-audits.ts';
import { readTeam } from '../read-models/reads/read-team.ts';
import { statusName, toAuditDetail, toAuditRow, toTemplateRow } from '../wire/audit-mapping.ts';
import { People } from '../wire/people.ts';

/** Handlers that list, read and create audits. */
export function auditHandlers(services: AuditsServices): Handlers<typeof auditCalls, Principal> {
  const { db } = services;
  const changeAudit = async (
    asked: PlanChange & { readonly params: { readonly id: AuditId } },
    intent: (state: AuditState) => KernelIntent,
  ): Promise<ChangedAudit> => {
    const { id } = asked.params;
    await admitToAudit(db, asked.principal, id, 'plan.access', 'auditoria');
    const { state, version, projected } = await changeTree(services, asked, id, (now) => [intent(now)]);
    return {
      auditoria: id,
      status: statusName(state),
      ano_auditoria: state.year ?? state.profile.year,
      fecha_cierre_real: state.closedOn,
      version,
      projected,
    };
  };
  return {
    list: async ({ principal, query }) => {
      const today = dayIn(TIME_ZONE, new Date());
      const { atrasada, progreso_desde: from, progreso_hasta: to } = query;
      const entries = await listAudits(db, principal, query);
      return rowsOf(
        services,
        principal,
        entries.filter(
          (entry) =>
            isWithin(entry.progress, from, to) &&
            (atrasada === undefined || isLate(entry, today) === atrasada),
        ),
      );
    },
    years: async ({ principal }) => {
      const years = new Map<number, number>();
      for (const { year, audits, ...entry } of await countYears(db, principal)) {
        if (mayList(principal, entry)) years.set(year, (years.get(year) ?? 0) + audits);
      }
      return [...years].map(([ano, auditorias]) => ({ ano, auditorias }));
    },
    templates: () => BUILT_IN_TEMPLATES.map(toTemplateRow),
    detail: async ({ principal, params }) => found(await detailOf(services, principal, params.id)),
    create: ({ principal, body, repeatKey: key }) =>
      create(services, { principal, body, key }, (id) => detailOf(services, principal, id)),
    change: async (asked) => {
      const { fecha_inicio, fecha_fin } = asked.body;
      return changeAudit(asked, ({ profile }) => ({
        kind: 'schedule_audit',
        startDate: fecha_inicio === undefined ? profile.startDate : fecha_inicio,
        endDate: fecha_fin === undefined ? profile.endDate : fecha_fin,
      }));
    },
    changeStatus: async (asked) => {
      const { accion: action, motivo, ano } = asked.body;
      return changeAudit(asked, () => ({
        kind: 'change_audit_status',
        action,
        ...(motivo != null && { reason: motivo }),
        ...(ano != null && { year: ano }),
      }));
    },
  };
}

/** Handlers for risk evaluations and libraries, and branches of their trees. */
export function evaluationHandlers(services: AuditsServices): Handlers<typeof evaluationCalls, Principal> {
  const { db } = services;
  const evaluation = (principal: Principal, id: AuditId) =>
    detailOf(services, principal, id, ({ recordType }) => isEvaluation(recordType));
  return {
    list: async ({ principal, query: { record_type, ano } }) => {
      const type = record_type === undefined ? undefined : recordTypeOf(record_type);
      const entries = (await listEvaluations(db, principal)).filter(
        ({ recordType, year }) => (type ?? recordType) === recordType && (ano ?? year) === year,
      );
      return rowsOf(services, principal, entries);
    },
    detail: async ({ principal, params }) => found(await evaluation(principal, params.id)),
    create: ({ principal, body, repeatKey: key }) =>
      create(services, { principal, body, key }, (id) => evaluation(principal, id)),
    subdivision: async ({ principal, params: { id, itemId } }) => {
      const record = await admitToAudit(db, principal, id, 'plan.access', 'evaluacion');
      return readBranch(services, principal, record, itemId);
    },
    subdivisionAlone: async ({ principal, params: { id } }) => {
      const record = await admitToItem(db, principal, id, 'plan.access');
      if (!isEvaluation(record.recordType)) throw new Refusal(auditErrors, 'item_not_found');
      return readBranch(services, principal, record, id);
    },
  };
}

/** Without progress only where no bound is asked for. */
const isWithin = (progress: number | null, from = 0, to = 100): boolean =>
  progress === null ? from === 0 && to === 100 : progress >= from && progress <= to;

async function rowsOf(services: AuditsServices, principal: Principal, entries: readonly AuditListEntry[]) {
  const shown = entries.filter((entry) => mayList(principal, entry));
  const people = new People(services.directory, principal.accountId);
  const notes = await countNotesOf(services.notes, principal.accountId, shown);
  return shown.map((entry) => toAuditRow(entry, people, notes));
}

async function detailOf(
  { db, directory, notes }: AuditsServices,
  principal: Principal,
  id: AuditId,
  isMeant: (entry: AuditListEntry) => boolean = () => true,
): Promise<AuditDetail | null> {
  const entry = await findAudit(db, principal, id);
  if (!entry || !isMeant(entry) || !mayList(principal, entry)) return null;
  const { accountId } = principal;
  const team = await readTeam(db, accountId, id);
  const counts = await countNotesOf(notes, accountId, [entry]);
  return toAuditDetail(entry, team, principal, new People(directory, accountId), counts);
}

function found(detail: AuditDetail | null): AuditDetail {
  if (!detail) throw new Refusal(auditErrors, 'audit_not_found');
  return detail;
}

async function create(
  services: AuditsServices,
  request: CreateAuditRequest,
  read: (id: AuditId) => Promise<AuditDetail | null>,
): Promise<CreatedRecord> {
  const { id, code, version } = await createAuditInAccount(services, request);
  const isReadable = await services.projection.waitFor(auditStream(id), version);
  const detail = isReadable ? await read(id) : null;
  return detail ? { ...detail, projected: true } : { id, codigo: code, projected: false };
}
