import type { UserId } from '@cotejo/access-contracts';
import type { AuditEvent, AuditId, ItemId, ItemType, RecordType, TeamRole } from '@cotejo/audits-contracts';
import { PROGRAMME_TEMPLATE } from '../create/audit-templates.ts';
import { createAudit } from '../create/create-audit.ts';
import type { AuditView } from '../model/model.ts';
import { allNodes } from './choose-intent.ts';
import { holds } from './canonical.ts';
import type { Intent } from './simulated-client.ts';
import { ACCOUNT, API_USER, principalOf, userOf } from './simulated-people.ts';

/** The first events of a record of the given type. */
export function birthOf(
  recordType: RecordType,
  team: ReadonlyMap<UserId, TeamRole>,
  newItemId: () => ItemId,
): readonly AuditEvent[] {
  const decision = createAudit({
    id: '00000005-0000-4000-8000-000000000001' as AuditId,
    account: ACCOUNT,
    code: 'AUD-1',
    // Administrators may assign any team role.
    creator: principalOf(API_USER, 'admin'),
    person: (user) => {
      const role = team.get(user);
      return role === undefined ? null : principalOf(user, role === 'icce' ? 'auditor' : role);
    },
    team: [...team].map(([user, role]) => ({ user, role })),
    newItemId,
    body: {
      nombre: 'Auditoría',
      plantilla: PROGRAMME_TEMPLATE,
      frequency_type: 'PRG',
      tipo_auditoria: 'DFT',
      fecha_inicio: '2026-01-15',
      fecha_fin: '2026-04-10',
      horas_presupuestadas: 100,
      lider: userOf(1),
      procesos: ['Compras', 'Pagos'],
      riesgos: ['Pagos duplicados'],
    },
  });
  holds(decision.ok, 'the audit can be created');
  if (recordType === 'audit_plan') return decision.events;
  // For other record types, the initial items of an audit plan are left out.
  return decision.events
    .filter(({ type }) => type !== 'TreeItemCreated')
    .map((event) =>
      event.type === 'AuditCreated'
        ? { ...event, data: { ...event.data, profile: { ...(event.data['profile'] as object), recordType } } }
        : event,
    );
}

type Plant = (
  view: AuditView,
  newId: () => ItemId,
) => { readonly intent: Intent; readonly user?: UserId } | undefined;

const nth = (view: AuditView, type: ItemType, index = 0): ItemId | null =>
  allNodes(view).filter((each) => each.type === type)[index]?.id ?? null;

const item =
  (type: ItemType, under: ItemType | null, index = 0): Plant =>
  (view, newId) => {
    const parent = under && nth(view, under, index);
    return under !== null && parent === null
      ? undefined
      : { intent: { kind: 'create_item', id: newId(), type, parent, name: type } };
  };

/** A control shared by two risks. */
const shared =
  (control: number, risk: number): Plant =>
  (view, newId) => {
    const target = nth(view, 'control', control);
    const parent = nth(view, 'risk', risk);
    return target && parent
      ? {
          intent: {
            kind: 'create_item',
            id: newId(),
            type: 'reference',
            parent,
            name: 'compartido',
            target: { audit: null, item: target },
          },
        }
      : undefined;
  };

/** A risk copied from a library, whose name is locked. */
const fromLibrary: Plant = (view, newId) => {
  const parent = nth(view, 'process');
  const risk = { kind: 'create_item', id: newId(), type: 'risk', parent, name: 'risk', origin: 'library' };
  return parent === null ? undefined : { intent: risk };
};

/** A step completed by a user, who may then not review it. */
const completed = (index: number): readonly Plant[] => {
  const change =
    (from: string, to: string): Plant =>
    (view) => {
      const id = nth(view, 'step', index);
      return id ? { intent: { kind: 'change_status', id, from, to }, user: userOf(index) } : undefined;
    };
  return [change('new', 'in_progress'), change('in_progress', 'completed')];
};

const PLANTS: Readonly<Record<RecordType, readonly Plant[]>> = {
  audit_plan: [
    item('activity', 'process'),
    item('step', 'activity'),
    item('step', 'process'),
    item('risk', 'process', 1),
    item('control', 'risk'),
    item('control_test', 'control'),
    item('finding', 'control'),
    item('finding', 'step'),
    shared(0, 1),
    fromLibrary,
    ...completed(0),
    ...completed(1),
  ],
  financial_audit: [
    item('phase', null),
    item('process', 'phase'),
    item('macroprocess', 'process'),
    item('risk', 'macroprocess'),
    item('risk', 'macroprocess'),
    item('control', 'risk'),
    item('understanding', 'process'),
    shared(0, 1),
  ],
  icce: [
    item('phase', null),
    item('step', 'phase'),
    item('step', 'phase'),
    (view, newId) => {
      const intent = item('finding', 'step')(view, newId);
      return intent && { ...intent, user: userOf(2) };
    },
    ...completed(0),
  ],
  template: [item('phase', null)],
  risk_evaluation: [
    item('business_unit', null),
    item('process', 'business_unit'),
    item('risk', 'process'),
    item('risk', 'business_unit'),
    item('control', 'risk'),
    item('control', 'risk', 1),
    shared(0, 1),
    fromLibrary,
  ],
  risk_library: [item('risk', null), item('risk', null), item('control', 'risk'), shared(0, 1)],
};

/** Intents that create a record's initial items, in order. */
export const plantsOf = (recordType: RecordType): readonly Plant[] => PLANTS[recordType];
