import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  auditStream,
  type auditCalls,
  type AuditDetail,
  type AuditId,
  type CreatedRecord,
  type evaluationCalls,
  isEvaluation,
  recordTypeOf,
} from '@cotejo/audits-contracts';
import { BUILT_IN_TEMPLATES, isLate } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { Handlers } from '@cotejo/http/server';
import { dayIn, TIME_ZONE } from '@cotejo/i18n';
import type { AuditsServices } from '../audits-services.ts';
import { createFromOrigin } from '../carry/create-from-origin.ts';
import { changeAudit } from '../change/change-audit.ts';
import { codeOf } from '../create/claim-next-code.ts';
import { auditPrefix, createAuditInAccount, type CreateAuditRequest } from '../create/create-audit.ts';
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
import { readLastCodeNumber } from '../read-models/reads/read-last-code.ts';
import { readTeam } from '../read-models/reads/read-team.ts';
import { toAuditDetail, toAuditRow, toTemplateRow } from '../wire/audit-mapping.ts';
import { People } from '../wire/people.ts';
import { previewCarry } from './carry.ts';

/** Handlers that list, read and create audits. */
export function auditHandlers(services: AuditsServices): Handlers<typeof auditCalls, Principal> {
  const { db } = services;
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
    nextCode: async ({ principal, query }) => {
      const prefix = auditPrefix(query.ano);
      return { codigo: codeOf(prefix, 1 + (await readLastCodeNumber(db, principal.accountId, prefix))) };
    },
    carry: ({ principal, params }) => previewCarry(services, principal, params.id),
    detail: async ({ principal, params }) => found(await detailOf(services, principal, params.id)),
    create: ({ principal, body, repeatKey: key }) =>
      create(services, { principal, body, key }, (id) => detailOf(services, principal, id)),
    change: async (asked) => {
      const { fecha_inicio, fecha_fin } = asked.body;
      return changeAudit(services, asked, ({ profile }) => ({
        kind: 'schedule_audit',
        startDate: fecha_inicio === undefined ? profile.startDate : fecha_inicio,
        endDate: fecha_fin === undefined ? profile.endDate : fecha_fin,
      }));
    },
    changeStatus: async (asked) => {
      const { accion: action, motivo, ano } = asked.body;
      return changeAudit(services, asked, () => ({
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
  { db, directory, notes, clock }: AuditsServices,
  principal: Principal,
  id: AuditId,
  isMeant: (entry: AuditListEntry) => boolean = () => true,
): Promise<AuditDetail | null> {
  const entry = await findAudit(db, principal, id);
  if (!entry || !isMeant(entry) || !mayList(principal, entry)) return null;
  const { accountId } = principal;
  const [team, counts] = await Promise.all([
    readTeam(db, accountId, id),
    countNotesOf(notes, accountId, [entry]),
  ]);
  return toAuditDetail(entry, team, principal, new People(directory, accountId), counts, clock());
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
  const { body } = request;
  const { id, code, version, items } =
    'origen' in body && body.origen
      ? await createFromOrigin(services, { ...request, body: { ...body, origen: body.origen } })
      : { ...(await createAuditInAccount(services, request)), items: null };
  const filling = items === null ? {} : { llenado: { elementos: items } };
  const isReadable = await services.projection.waitFor(auditStream(id), version);
  const detail = isReadable ? await read(id) : null;
  return detail
    ? { ...detail, projected: true, ...filling }
    : { id, codigo: code, projected: false, ...filling };
}
