import type { Principal } from '@cotejo/access-contracts';
import {
  auditErrors,
  isAudit,
  type AuditId,
  type AuditOrigin,
  type ItemId,
  type RecordType,
} from '@cotejo/audits-contracts';
import { displayOrder, isAuditableUnit, type AuditState } from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import { stateOf } from '../change/change-tree.ts';
import { admitToAudit } from '../policy/admit-to-audit.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import type { AuditRooms } from '../room/audit-rooms.ts';

export interface SourceServices {
  readonly db: ReadDatabase;
  readonly rooms: AuditRooms;
}

/** A record as it was at a version, from which a new audit takes over contents. */
export interface CarrySource {
  readonly audit: AuditId;
  /** Does not change any more. */
  readonly state: AuditState;
  /** Topmost items that are taken over. */
  readonly roots: readonly ItemId[];
}

/**
 * An audit or evaluation that the user may read whole, at its newest version or at an earlier one. A record of
 * another account, or one hidden from the user, is reported as missing.
 * @throws Refusal `audit_not_found`, `access_not_authorized`, `operation_running` (its contents are not complete),
 * `version_not_reached`
 */
export async function readSource(
  services: SourceServices,
  principal: Principal,
  audit: AuditId,
  version?: number,
): Promise<AuditState> {
  await admitToAudit(services.db, principal, audit, 'plan.access');
  const present = await stateOf(services, principal, audit);
  if (version !== undefined && version !== present.version) {
    const { state } = await services.rooms.history.at(audit, { version });
    if (state.operation !== null) throw new Refusal(auditErrors, 'operation_running');
    return state;
  }
  if (present.operation !== null) throw new Refusal(auditErrors, 'operation_running');
  return present.copy();
}

/** Record types from which an origin may be read. */
const KINDS: Readonly<Record<AuditOrigin['tipo'], (type: RecordType) => boolean>> = {
  traslado: isAudit,
  copia: isAudit,
  evaluacion: (type) => type === 'risk_evaluation',
};

/**
 * The source named by an origin. A business unit is not an item of an audit: what it holds is taken over.
 * @throws Refusal also `not_an_origin`, `item_not_found`
 */
export async function readOrigin(
  services: SourceServices,
  principal: Principal,
  origin: AuditOrigin,
): Promise<CarrySource> {
  const audit = origin.tipo === 'evaluacion' ? origin.evaluacion : origin.auditoria;
  const state = await readSource(services, principal, audit, origin.version);
  if (!KINDS[origin.tipo](state.recordType)) throw new Refusal(auditErrors, 'not_an_origin');
  if (origin.tipo !== 'evaluacion') return { audit, state, roots: displayOrder(state, null) };
  const unit = state.get(origin.unidad);
  if (!unit || unit.deleted !== null) throw new Refusal(auditErrors, 'item_not_found');
  if (!isAuditableUnit(unit)) throw new Refusal(auditErrors, 'not_an_origin');
  const roots = unit.type === 'business_unit' ? displayOrder(state, unit.id) : [unit.id];
  return { audit, state, roots };
}
