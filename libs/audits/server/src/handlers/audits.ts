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
import { BUILT_IN_TEMPLATES } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import { Answer, type Handlers } from '@cotejo/http/server';
import type { AuditsServices } from '../audits-services.ts';
import { changeTree } from '../change/change-tree.ts';
import { createAuditInAccount, type CreateAuditRequest } from '../create/create-audit.ts';
import { admitToAudit, admitToItem } from '../policy/admit-to-audit.ts';
import { mayList } from '../policy/audit-policy.ts';
import { countNotesOf } from '../read/count-notes.ts';
import { readBranch } from '../read/read-plan.ts';
import {
  findAudit,
  listAudits,
  listEvaluations,
  newestAuditChange,
  type AuditListEntry,
} from '../read-models/list-audits.ts';
import { readTeam } from '../read-models/read-team.ts';
import { statusName, toAuditDetail, toAuditRow, toTemplateRow } from '../wire/audit-mapping.ts';
import { People } from '../wire/people.ts';

/** Feed cursor that matches an answer: a client that follows the feed from there misses no change. */
export const FEED_CURSOR_HEADER = 'X-Feed-Cursor';

/** Handlers that list, read and create audits. */
export function auditHandlers(services: AuditsServices): Handlers<typeof auditCalls, Principal> {
  const { db } = services;
  return {
    list: async ({ principal }) => {
      // Read before the rows: a change in between is then sent again by the feed rather than lost.
      const cursor = await newestAuditChange(db, principal.accountId, 'audits');
      const rows = await rowsOf(services, principal, await listAudits(db, principal));
      return new Answer(rows, { [FEED_CURSOR_HEADER]: String(cursor) });
    },
    templates: () => BUILT_IN_TEMPLATES.map(toTemplateRow),
    detail: async ({ principal, params }) => found(await detailOf(services, principal, params.id)),
    create: ({ principal, body, repeatKey: key }) =>
      create(services, { principal, body, key }, (id) => detailOf(services, principal, id)),
    changeStatus: async (asked) => {
      const { accion: action, motivo, ano } = asked.body;
      const { id } = asked.params;
      await admitToAudit(db, asked.principal, id, 'plan.access', 'auditoria');
      const { state, version, projected } = await changeTree(services, asked, id, () => [
        {
          kind: 'change_audit_status',
          action,
          ...(motivo != null && { reason: motivo }),
          ...(ano != null && { year: ano }),
        },
      ]);
      return {
        auditoria: id,
        status: statusName(state),
        ano_auditoria: state.year ?? state.profile.year,
        fecha_cierre_real: state.closedOn,
        version,
        projected,
      };
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
