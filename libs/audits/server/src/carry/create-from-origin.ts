import type { UserId } from '@cotejo/access-contracts';
import {
  CONTRACT_RECORD_TYPE,
  recordTypeOf,
  sprintState,
  type AuditOrigin,
  type AuditSource,
  type CreateAuditBody,
  type OperationId,
  type StretchId,
} from '@cotejo/audits-contracts';
import {
  carriedItems,
  carriedTeam,
  choicesOf,
  scopePhaseOf,
  shiftDays,
  SOURCE_KIND,
  stretchesOf,
  type Carried,
} from '@cotejo/audits-domain';
import type { WorkCalendars } from '@cotejo/structure-domain';
import {
  createAuditInAccount,
  findCreatedAudit,
  type CreateAuditRequest,
  type CreateAuditServices,
  type CreatedAudit,
} from '../create/create-audit.ts';
import { partIdOf } from '../room/intents/command-identity.ts';
import type { AuditFillings } from './audit-fillings.ts';
import { readOrigin } from './read-source.ts';

export interface OriginServices extends CreateAuditServices {
  readonly calendars: WorkCalendars;
  readonly fillings: AuditFillings;
}

export interface CreatedFromOrigin extends CreatedAudit {
  /** Items that are being written; null when an earlier identical request writes them. */
  readonly items: number | null;
}

type OriginRequest = CreateAuditRequest & {
  readonly body: CreateAuditBody & { readonly origen: AuditOrigin };
};

/**
 * Creates an audit that takes over contents of another record, as that is now or was at the version named, and
 * begins to write them: the operation goes on after the answer, and takes the audit back if it fails.
 * @throws Refusal like `createAuditInAccount` and `readOrigin`; `too_many_fillings`
 */
export async function createFromOrigin(
  services: OriginServices,
  request: OriginRequest,
): Promise<CreatedFromOrigin> {
  const { directory, fillings, calendars } = services;
  const { principal, body } = request;
  const asked = { ...request, carried: notYetKnown };
  const before = await findCreatedAudit(services, asked);
  if (before) return { ...before, items: null };
  const { origen } = body;
  const source = await readOrigin(services, principal, origen);
  const { state, audit } = source;
  const choices = choicesOf(origen);
  const isWhole = origen.tipo !== 'evaluacion';
  const recordType = recordTypeOf(body.record_type ?? CONTRACT_RECORD_TYPE.audit_plan) ?? 'audit_plan';
  const items = carriedItems(state, source.roots, choices, {
    recordType,
    parentType: isWhole ? null : 'phase',
  });
  const person = (user: UserId) => directory.principalOf(principal.accountId, user);
  const leader = body.lider as UserId;
  const team = choices.team ? carriedTeam(state, { creator: principal, person, leader }) : [];
  const named: AuditSource = {
    kind: SOURCE_KIND[origen.tipo],
    key: isWhole ? audit : `${audit}/${origen.unidad}`,
    title: `${state.profile.code} ${state.profile.name}`.slice(0, 500),
    version: String(state.version),
  };
  const sprints = isWhole ? stretchesOf(state, 'sprint').filter(({ isRemoved }) => !isRemoved) : [];
  const carried = (operation: OperationId): Carried => ({
    source: named,
    operation,
    recordType: isWhole ? state.recordType : null,
    items: items.length,
    codes: state,
    team,
    units: isWhole ? (state.profile.units ?? []) : [],
    sprints: sprints.map((sprint) => ({
      id: sprintIn(operation, sprint.id),
      state: { ...sprintState.parse(sprint), startDate: null, endDate: null },
    })),
  });
  const calendar = await calendars.of(principal.accountId);
  const leave = fillings.enter(principal);
  try {
    const created = await createAuditInAccount(services, { ...request, carried });
    const { operation } = created;
    if (!created.created || operation === null) {
      leave();
      return { ...created, items: null };
    }
    const kept = new Set(sprints.map(({ id }) => id));
    fillings.begin(
      {
        ...{ principal, operation, source, items, choices },
        ...{ audit: created.id, version: created.version },
        phase: isWhole ? null : scopePhaseOf(body),
        sprintFor: (sprint) => (kept.has(sprint) ? sprintIn(operation, sprint) : null),
        shift: shiftDays(state.profile.startDate, body.fecha_inicio, calendar),
      },
      leave,
    );
    return { ...created, items: items.length };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Sprints of the new audit have ids of their own, the same at every call with its operation. */
const sprintIn = (operation: OperationId, sprint: StretchId): StretchId =>
  partIdOf(operation, `sprint/${sprint}`) as StretchId;

/** Marks a request whose source has not been read; it is used for its identity alone. */
const notYetKnown = (): Carried => {
  throw new Error('the source of this request has not been read');
};
