import { canOf } from '@cotejo/access-domain';
import {
  auditErrors,
  auditStream,
  type AuditCommands,
  type AuditId,
  type AuditQueries,
  type BegunImport,
  type CreateAuditBody,
  type ImportRequest,
} from '@cotejo/audits-contracts';
import { PROGRAMME_TEMPLATE } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import { admitToAudit } from '../policy/admit-to-audit.ts';
import type { AuditsServices } from '../audits-services.ts';
import { createAuditInAccount, findCreatedAudit, type CreatedAudit } from '../create/create-audit.ts';
import { findImportedAudit } from '../read-models/reads/find-imported-audit.ts';
import { findStalledImports } from '../read-models/reads/find-stalled-imports.ts';
import { findOwnPlan } from '../read-models/reads/read-own-plans.ts';
import { readItemType } from '../read-models/reads/read-item-type.ts';
import { readTeamPlaces } from '../read-models/reads/read-team-places.ts';
import type { AuditRoom } from '../room/audit-room.ts';
import { holdAudit } from './held-audits.ts';
import { openPlaces } from './open-places.ts';

/** The interface of audits for other server contexts. */
export function auditPorts(services: AuditsServices): AuditCommands & AuditQueries {
  const { db, rooms, projection } = services;
  const open = async (audit: AuditId, account: string): Promise<AuditRoom> => {
    const room = await rooms.room(audit);
    // Audits of other accounts are reported as missing, so that their existence is not revealed.
    if (!room || room.state.account !== account) throw new Refusal(auditErrors, 'audit_not_found');
    return room;
  };

  return {
    async beginImport(request) {
      const created = await createForImport(services, request);
      const room = await open(created.id, request.principal.accountId);
      return begun(created, room);
    },

    async submit(audit, principal, envelopes, { command } = {}) {
      await open(audit, principal.accountId);
      return rooms.submit(audit, principal, envelopes, command === undefined ? {} : { command });
    },

    submitAsSystem: (audit, task, envelopes, options) =>
      rooms.submitAsSystem(audit, task, envelopes, options),

    stalledImports: (since) => findStalledImports(db, since),

    async admit(principal, audit, permission) {
      await admitToAudit(db, principal, audit, permission);
    },

    async item(principal, audit, item, model) {
      await admitToAudit(db, principal, audit, 'plan.access', model);
      const type = await readItemType(db, principal.accountId, audit, item);
      if (type === null) throw new Refusal(auditErrors, 'item_not_found');
      return { type };
    },

    async ownPlan(principal, audit, plan) {
      const found = await findOwnPlan(db, principal, audit, plan);
      if (found === null) throw new Refusal(auditErrors, 'item_not_found');
      return found;
    },

    openPlaces: (principal, places) => openPlaces(db, principal, places),

    teamPlaces: (account, from, to) => readTeamPlaces(db, account, from, to),

    hold: (audit, watcher) => holdAudit(rooms, audit, watcher),

    readable: (audit, version, timeoutMs) => projection.waitFor(auditStream(audit), version, timeoutMs),
  };
}

async function createForImport(services: AuditsServices, request: ImportRequest): Promise<CreatedAudit> {
  const { principal, source, key, content, confirmed } = request;
  if (!canOf(principal)('audits.import')) throw new Refusal(auditErrors, 'forbidden');
  const body: CreateAuditBody = {
    nombre: request.name,
    plantilla: PROGRAMME_TEMPLATE,
    frequency_type: 'PRG',
    tipo_auditoria: 'DFT',
    fecha_inicio: request.startDate,
    fecha_fin: request.endDate,
    horas_presupuestadas: 0,
    lider: principal.userId,
    procesos: [],
    riesgos: [],
  };
  const creation = { principal, body, source, key, content };
  const before = await findCreatedAudit(services, creation);
  if (before) return before;
  if (!confirmed) {
    try {
      await refuseSecondImport(services, request);
    } catch (refusal) {
      // The same request may have been sent twice at once; the import found may be the other call's.
      const twin = await findCreatedAudit(services, creation);
      if (twin) return twin;
      throw refusal;
    }
  }
  return createAuditInAccount(services, creation);
}

async function refuseSecondImport(
  { db }: AuditsServices,
  { principal, source }: ImportRequest,
): Promise<void> {
  const imported = await findImportedAudit(db, principal.accountId, source.key);
  if (!imported) return;
  const { id, code, name, createdAt } = imported;
  throw new Refusal(auditErrors, 'catalogue_imported_before', {
    params: { name },
    details: { auditoria: id, codigo: code, nombre: name, fecha: createdAt },
  });
}

function begun({ id, operation, version, created }: CreatedAudit, room: AuditRoom): BegunImport {
  const [phase] = room.state.childrenOf(null);
  if (room.hot.discarded || !phase || !operation) throw new Refusal(auditErrors, 'operation_unknown');
  return { audit: id, operation, phase, version, created };
}
