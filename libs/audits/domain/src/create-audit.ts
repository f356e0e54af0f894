import type { AccountId, Person, Role, UserId } from '@cotejo/access-contracts';
import type {
  AuditId,
  AuditSource,
  CreateAuditBody,
  ItemId,
  KernelEvent,
  OperationId,
  TeamRole,
} from '@cotejo/audits-contracts';
import { generateNKeysBetween } from 'fractional-indexing';
import { BUILT_IN_TEMPLATES, type AuditTemplate, type TemplateItem } from './audit-templates.ts';
import { codesFromOne } from './codes.ts';
import { accept, refuse, type DecidedEvent } from './decision.ts';
import type { Decision } from './model.ts';
import { initialStatus } from './statuses.ts';

/** All that a new audit is made of; ids and code come from outside, so that the decision stays pure. */
export interface NewAudit {
  readonly id: AuditId;
  readonly account: AccountId;
  readonly code: string;
  readonly body: CreateAuditBody;
  readonly createdBy: UserId;
  /** The people whom the body names and the creator, as the account knows them; others may be there. */
  readonly people: readonly Pick<Person, 'id' | 'role' | 'active'>[];
  /** More members than the leader and the creator. */
  readonly team?: readonly { readonly user: UserId; readonly role: TeamRole }[];
  /** Where an imported programme comes from; with it the scope may be empty, for it follows. */
  readonly source?: AuditSource | null;
  /** The import that goes on to fill it: it runs from the first append on. */
  readonly importing?: OperationId | null;
  /** Gives a fresh id with every call. */
  readonly newItemId: () => ItemId;
  readonly templates?: readonly AuditTemplate[];
}

const FREQUENCY = { PRG: 'scheduled', ESP: 'special' } as const;
const KIND = { DFT: 'standard', CMP: 'compliance' } as const;

/** Role in the team that goes with a role in the account, for whoever creates an audit. */
const TEAM_ROLE: Readonly<Record<Role, TeamRole>> = {
  admin: 'manager',
  manager: 'manager',
  leader: 'leader',
  auditor: 'auditor',
  owner: 'guest',
  guest: 'guest',
};

/** The first events of an audit's stream: what it is, its team, the template's items with the scope in them. */
export function createAudit(audit: NewAudit): Decision {
  const { body, people } = audit;
  const template = (audit.templates ?? BUILT_IN_TEMPLATES).find((each) => each.id === body.plantilla);
  if (!template) return refuse('template_not_found');
  if (body.fecha_fin < body.fecha_inicio) return refuse('dates_reversed');
  if (!audit.source && body.procesos.length + body.riesgos.length === 0) return refuse('scope_required');
  const leader = people.find((person) => person.id === body.lider);
  if (!leader?.active || leader.role === 'owner' || leader.role === 'guest')
    return refuse('leader_not_found');
  const creator = people.find((person) => person.id === audit.createdBy);

  const members = new Map<UserId, TeamRole>([[leader.id, 'leader']]);
  if (creator && !members.has(creator.id)) members.set(creator.id, TEAM_ROLE[creator.role]);
  for (const { user, role } of audit.team ?? []) if (!members.has(user)) members.set(user, role);

  return accept(
    created(audit, leader.id),
    ...[...members].map(([user, role]): DecidedEvent => ({ type: 'TeamMemberAdded', data: { user, role } })),
    ...startedImport(audit),
    ...plant(withScope(template, body), audit.newItemId),
  );
}

function created({ id, account, code, body, createdBy, source }: NewAudit, leader: UserId): DecidedEvent {
  return {
    type: 'AuditCreated',
    data: {
      audit: id,
      account,
      createdBy,
      source: source ?? null,
      profile: {
        name: body.nombre,
        code,
        year: Number(body.fecha_inicio.slice(0, 4)),
        recordType: 'audit_plan',
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

function startedImport({ importing, createdBy }: NewAudit): DecidedEvent[] {
  if (!importing) return [];
  return [{ type: 'OperationStarted', data: { operation: importing, what: 'import', by: createdBy } }];
}

/** The template's phases, with the processes and risks in scope in the one that receives them. */
function withScope(template: AuditTemplate, body: CreateAuditBody): readonly TemplateItem[] {
  const scope: readonly TemplateItem[] = [
    ...body.procesos.map((name): TemplateItem => ({ type: 'process', name })),
    ...body.riesgos.map((name): TemplateItem => ({ type: 'risk', name })),
  ];
  return template.phases.map((phase) =>
    phase.name === template.scopePhase ? { ...phase, items: [...(phase.items ?? []), ...scope] } : phase,
  );
}

type ItemCreated = Extract<KernelEvent, { type: 'TreeItemCreated' }>;

function plant(roots: readonly TemplateItem[], newItemId: () => ItemId): ItemCreated[] {
  const events: ItemCreated[] = [];
  const codes = codesFromOne();
  const add = (items: readonly TemplateItem[], parent: ItemId | null): void => {
    const positions = generateNKeysBetween(null, null, items.length);
    items.forEach(({ type, name, items: below }, index) => {
      const id = newItemId();
      events.push({
        type: 'TreeItemCreated',
        data: {
          id,
          itemType: type,
          parent,
          position: positions[index] as string,
          name,
          code: codes(type),
          status: initialStatus(type, false),
          assignee: null,
          derived: false,
        },
      });
      if (below) add(below, id);
    });
  };
  add(roots, null);
  return events;
}
