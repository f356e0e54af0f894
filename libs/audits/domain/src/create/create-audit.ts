import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import {
  CONTRACT_RECORD_TYPE,
  MAX_NAME_LENGTH,
  recordTypeOf,
  type AuditId,
  type AuditSource,
  type AuditUnit,
  type CreateAuditBody,
  type ItemId,
  type ItemType,
  type KernelEvent,
  type OperationId,
  type RecordType,
  type SprintState,
  type StretchId,
  type TeamRole,
} from '@cotejo/audits-contracts';
import { generateNKeysBetween } from 'fractional-indexing';
import {
  BUILT_IN_TEMPLATES,
  defaultTemplate,
  type AuditTemplate,
  type TemplateItem,
} from './audit-templates.ts';
import { codesAfter } from '../items/codes.ts';
import type { PlannedMember } from '../carry/carried-team.ts';
import { accept, itemCreated, refuse, type DecidedEvent, type Refused } from '../model/decision.ts';
import type { AuditView, Decision } from '../model/model.ts';
import { initialStatus } from '../status/statuses.ts';
import { canContain } from '../items/structure.ts';
import { membersPlanned } from './members-planned.ts';
import { teamOfRecord, type FindPerson } from '../model/team-of-record.ts';

/** Input for a new audit; ids and code are supplied by the caller, so that the decision stays pure. */
export interface NewAudit {
  readonly id: AuditId;
  readonly account: AccountId;
  readonly code: string;
  readonly body: CreateAuditBody;
  readonly creator: Principal;
  readonly person: FindPerson;
  /** Additional members, or other roles for the leader and the creator. */
  readonly team?: readonly { readonly user: UserId; readonly role: TeamRole }[];
  /** Source of an imported programme; with it the scope may be empty, because the import supplies it. */
  readonly source?: AuditSource | null;
  /** The import that will fill the audit; it runs from the first append on. */
  readonly importing?: OperationId | null;
  /** Contents of another record that are written after the creation. */
  readonly carried?: Carried | null;
  /** Returns a fresh id at every call. */
  readonly newItemId: () => ItemId;
  readonly templates?: readonly AuditTemplate[];
}

/** What a new audit takes over from another record. */
export interface Carried {
  readonly source: AuditSource;
  /** The operation that writes the items; it runs from the first append on. */
  readonly operation: OperationId;
  /** Record type of an audit that is taken over whole; null = a unit of an evaluation, put into a template's scope. */
  readonly recordType: RecordType | null;
  /** Number of items that are written. */
  readonly items: number;
  /** Codes that they bring: items of the template and of the scope come after them. */
  readonly codes: Pick<AuditView, 'highestCode'>;
  readonly team: readonly PlannedMember[];
  readonly sprints: readonly { readonly id: StretchId; readonly state: SprintState }[];
  /** Business units in the scope of an audit that is taken over whole. */
  readonly units: readonly AuditUnit[];
}

const FREQUENCY = { PRG: 'scheduled', ESP: 'special' } as const;
const KIND = { DFT: 'standard', CMP: 'compliance' } as const;

/**
 * The first events of an audit's stream: its profile, its team with what is planned of it, and the template's items
 * including the scope. An audit that takes over another one whole begins without items, and with its sprints.
 */
export function createAudit(audit: NewAudit): Decision {
  const { body, creator, person, carried = null } = audit;
  const recordType = body.record_type === undefined ? 'audit_plan' : recordTypeOf(body.record_type);
  const template = recordType && templateFor(audit, recordType);
  if (!template) return refuse('template_not_found');
  if (body.fecha_fin < body.fecha_inicio) return refuse('dates_reversed');
  const isWhole = carried !== null && carried.recordType !== null;
  const refused = isWhole ? refusedWhole(audit, template.recordType) : refusedScope(audit, template);
  if (refused) return refused;
  // An import has no leader chosen by the user.
  const leader = audit.importing ? null : (body.lider as UserId);
  const planned = [...(carried?.team ?? []), ...teamOf(audit)];
  const team = teamOfRecord({ leader, creator, person, team: planned });
  if (team.refused) return refuse(team.refused);
  const plans = membersPlanned(team.members, planned, {
    leader: team.leader,
    most: minutesOf(body.horas_presupuestadas),
    carried: carried?.team ?? [],
  });
  if (!plans) return refuse('leader_hours_exceed');
  return accept(
    created(audit, template.recordType, team.leader),
    ...joined(team.members),
    ...plans,
    ...startedOperation(audit),
    ...(carried?.sprints ?? []).map(({ id, state }): DecidedEvent => ({
      type: 'SprintSet',
      data: { stretch: id, createdBy: creator.userId, ...state, from: null },
    })),
    ...(isWhole ? [] : plant(withScope(template, body), audit.newItemId, carried?.codes ?? null)),
  );
}

const minutesOf = (hours: number): number => Math.round(hours * 60);

/** The kind and the scope of an audit that is taken over whole are those of its source. */
function refusedWhole({ body, carried }: NewAudit, recordType: RecordType): Refused | null {
  if (carried?.recordType !== recordType || carried.items === 0) return refuse('not_an_origin');
  const { procesos, riesgos, unidades = [] } = body;
  if (procesos.length + riesgos.length + unidades.length === 0) return null;
  return refuse('scope_of_origin');
}

function refusedScope({ body, source, carried }: NewAudit, template: AuditTemplate): Refused | null {
  for (const { empresa, unidad: unit, procesos, riesgos } of body.unidades ?? []) {
    if (!empresa) return refuse('unit_without_company', { unit });
    if (procesos.length + riesgos.length === 0) return refuse('unit_scope_required', { unit });
  }
  const scope = scopeOf(body);
  const isPlan = template.recordType === 'audit_plan';
  if (carried && !isPlan) return refuse('not_an_origin');
  if (!source && isPlan && scope.length === 0 && !carried?.items) return refuse('scope_required');
  const stranger = scope.find(({ type }) => !mayBeScope(template, type));
  if (stranger) return refuse('child_type_not_allowed', { parent: 'phase', child: stranger.type });
  for (const { type: parent, items = [] } of scope) {
    const child = items.find(({ type }) => !canContain(template.recordType, parent, type));
    if (child) return refuse('child_type_not_allowed', { parent, child: child.type });
  }
  return null;
}

/** Team members' events, each with the member's role. */
export const joined = (members: ReadonlyMap<UserId, TeamRole>): DecidedEvent[] =>
  [...members].map(([user, role]) => ({ type: 'TeamMemberAdded', data: { user, role } }));

function created(
  { id, account, code, body, creator, source, carried }: NewAudit,
  recordType: RecordType,
  leader: UserId,
): DecidedEvent {
  const units = [...unitsOf(body), ...(carried?.units ?? [])];
  return {
    type: 'AuditCreated',
    data: {
      audit: id,
      account,
      createdBy: creator.userId,
      source: source ?? carried?.source ?? null,
      profile: {
        name: body.nombre,
        code,
        year: body.ano_auditoria ?? Number(body.fecha_inicio.slice(0, 4)),
        recordType,
        frequency: FREQUENCY[body.frequency_type],
        kind: KIND[body.tipo_auditoria],
        startDate: body.fecha_inicio,
        endDate: body.fecha_fin,
        budgetedMinutes: minutesOf(body.horas_presupuestadas),
        ...(body.costo_presupuestado !== undefined && { budgetedCost: body.costo_presupuestado }),
        chargedMinutes: 0,
        leader,
        ...(units.length > 0 && { units }),
      },
    },
  };
}

/** Business units that the scope names; one without a company is refused before. */
const unitsOf = ({ unidades = [] }: CreateAuditBody): readonly AuditUnit[] =>
  unidades.map(({ empresa, unidad: unit }) => ({ company: empresa ?? '', unit }));

/** An import shows its items while it runs; if it is discarded, the audit disappears. */
function startedOperation({ importing, carried, creator }: NewAudit): DecidedEvent[] {
  const operation = importing ?? carried?.operation;
  if (!operation) return [];
  return [{ type: 'OperationStarted', data: { operation, what: 'import', by: creator.userId } }];
}

/** Name of the phase that receives the scope of an audit with this template; null for templates without scope. */
export const scopePhaseOf = (body: CreateAuditBody): string | null => {
  const recordType = recordTypeOf(body.record_type ?? CONTRACT_RECORD_TYPE.audit_plan) ?? 'audit_plan';
  return templateFor({ body }, recordType)?.scopePhase ?? null;
};

/** The chosen template if it fits the record type; without a choice, the type's default. */
function templateFor(
  { body, templates = BUILT_IN_TEMPLATES }: Pick<NewAudit, 'body' | 'templates'>,
  recordType: RecordType,
) {
  if (body.plantilla === undefined) return defaultTemplate(recordType, templates);
  const chosen = templates.find((each) => each.id === body.plantilla);
  return chosen?.recordType === recordType ? chosen : undefined;
}

const teamOf = ({ team = [], body }: NewAudit): readonly PlannedMember[] => [
  ...team,
  ...(body.equipo ?? []).map(({ usuario, rol, horas_presupuestadas: hours, costo_presupuestado: cost }) => ({
    user: usuario,
    role: rol,
    ...(hours !== undefined && { budgetedMinutes: minutesOf(hours) }),
    ...(cost !== undefined && { budgetedCost: cost }),
  })),
];

type Scope = Pick<CreateAuditBody, 'procesos' | 'riesgos'>;

const namesOf = ({ procesos, riesgos }: Scope): readonly TemplateItem[] => [
  ...procesos.map((name): TemplateItem => ({ type: 'process', name })),
  ...riesgos.map((name): TemplateItem => ({ type: 'risk', name })),
];

/**
 * The scope in the order given. A plan has no business units: the processes and risks of one stand for it, and those
 * of several are told apart by a group for each.
 */
function scopeOf(body: CreateAuditBody): readonly TemplateItem[] {
  const { unidades = [] } = body;
  const isOneCompany = new Set(unidades.map(({ empresa }) => empresa)).size <= 1;
  const units = unidades.flatMap((unit): readonly TemplateItem[] => {
    if (unidades.length === 1) return namesOf(unit);
    const name = isOneCompany ? unit.unidad : `${unit.unidad} (${unit.empresa})`.slice(0, MAX_NAME_LENGTH);
    return [{ type: 'macroprocess', name, items: namesOf(unit) }];
  });
  return [...units, ...namesOf(body)];
}

const mayBeScope = ({ recordType, scopePhase }: AuditTemplate, type: ItemType): boolean =>
  scopePhase !== null && canContain(recordType, 'phase', type);

/** The template's phases, with the processes and risks in scope in the designated phase. */
function withScope(template: AuditTemplate, body: CreateAuditBody): readonly TemplateItem[] {
  const scope = scopeOf(body);
  return template.phases.map((phase) =>
    phase.name === template.scopePhase ? { ...phase, items: [...(phase.items ?? []), ...scope] } : phase,
  );
}

type ItemCreated = Extract<KernelEvent, { type: 'TreeItemCreated' }>;

function plant(
  roots: readonly TemplateItem[],
  newItemId: () => ItemId,
  taken: Pick<AuditView, 'highestCode'> | null,
): ItemCreated[] {
  const events: ItemCreated[] = [];
  const codes = codesAfter(taken);
  const add = (items: readonly TemplateItem[], parent: ItemId | null): void => {
    const positions = generateNKeysBetween(null, null, items.length);
    items.forEach(({ type, name, items: below }, index) => {
      const id = newItemId();
      events.push(
        itemCreated({
          id,
          itemType: type,
          parent,
          position: positions[index] as string,
          name,
          code: codes(type),
          status: initialStatus(type, false),
        }),
      );
      if (below) add(below, id);
    });
  };
  add(roots, null);
  return events;
}
