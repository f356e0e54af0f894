import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import {
  recordTypeOf,
  type AuditId,
  type AuditSource,
  type CreateAuditBody,
  type ItemId,
  type ItemType,
  type KernelEvent,
  type OperationId,
  type RecordType,
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
import { accept, itemCreated, refuse, type DecidedEvent } from '../model/decision.ts';
import type { Decision } from '../model/model.ts';
import { initialStatus } from '../status/statuses.ts';
import { canContain } from '../items/structure.ts';
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
  /** Returns a fresh id at every call. */
  readonly newItemId: () => ItemId;
  readonly templates?: readonly AuditTemplate[];
}

const FREQUENCY = { PRG: 'scheduled', ESP: 'special' } as const;
const KIND = { DFT: 'standard', CMP: 'compliance' } as const;

/**
 * The first events of an audit's stream: its profile, its team, and the template's items including the scope.
 */
export function createAudit(audit: NewAudit): Decision {
  const { body, creator, person } = audit;
  const recordType = body.record_type === undefined ? 'audit_plan' : recordTypeOf(body.record_type);
  const template = recordType && templateFor(audit, recordType);
  if (!template) return refuse('template_not_found');
  if (body.fecha_fin < body.fecha_inicio) return refuse('dates_reversed');
  if (!audit.source && recordType === 'audit_plan' && body.procesos.length + body.riesgos.length === 0)
    return refuse('scope_required');
  const stranger = scopeOf(body).find(({ type }) => !mayBeScope(template, type));
  if (stranger) return refuse('child_type_not_allowed', { parent: 'phase', child: stranger.type });
  // An import has no leader chosen by the user.
  const leader = audit.importing ? null : (body.lider as UserId);
  const team = teamOfRecord({ leader, creator, person, team: teamOf(audit) });
  if (team.refused) return refuse(team.refused);

  return accept(
    created(audit, template.recordType, team.leader),
    ...joined(team.members),
    ...startedImport(audit),
    ...plant(withScope(template, body), audit.newItemId),
  );
}

/** Team members' events, each with the member's role. */
export const joined = (members: ReadonlyMap<UserId, TeamRole>): DecidedEvent[] =>
  [...members].map(([user, role]) => ({ type: 'TeamMemberAdded', data: { user, role } }));

function created(
  { id, account, code, body, creator, source }: NewAudit,
  recordType: RecordType,
  leader: UserId,
): DecidedEvent {
  return {
    type: 'AuditCreated',
    data: {
      audit: id,
      account,
      createdBy: creator.userId,
      source: source ?? null,
      profile: {
        name: body.nombre,
        code,
        year: Number(body.fecha_inicio.slice(0, 4)),
        recordType,
        frequency: FREQUENCY[body.frequency_type],
        kind: KIND[body.tipo_auditoria],
        startDate: body.fecha_inicio,
        endDate: body.fecha_fin,
        budgetedMinutes: Math.round(body.horas_presupuestadas * 60),
        chargedMinutes: 0,
        leader,
      },
    },
  };
}

function startedImport({ importing, creator }: NewAudit): DecidedEvent[] {
  if (!importing) return [];
  return [{ type: 'OperationStarted', data: { operation: importing, what: 'import', by: creator.userId } }];
}

/** The chosen template if it fits the record type; without a choice, the type's default. */
function templateFor({ body, templates = BUILT_IN_TEMPLATES }: NewAudit, recordType: RecordType) {
  if (body.plantilla === undefined) return defaultTemplate(recordType, templates);
  const chosen = templates.find((each) => each.id === body.plantilla);
  return chosen?.recordType === recordType ? chosen : undefined;
}

const teamOf = ({ team = [], body }: NewAudit): NonNullable<NewAudit['team']> => [
  ...team,
  ...(body.equipo ?? []).map(({ usuario, rol }) => ({ user: usuario, role: rol })),
];

const scopeOf = ({ procesos, riesgos }: CreateAuditBody): readonly TemplateItem[] => [
  ...procesos.map((name): TemplateItem => ({ type: 'process', name })),
  ...riesgos.map((name): TemplateItem => ({ type: 'risk', name })),
];

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

function plant(roots: readonly TemplateItem[], newItemId: () => ItemId): ItemCreated[] {
  const events: ItemCreated[] = [];
  const codes = codesAfter(null);
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
