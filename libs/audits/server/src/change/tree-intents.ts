import type { UserId } from '@cotejo/access-contracts';
import {
  auditErrors,
  statusOfType,
  type ChangeTreeItemBody,
  type CreateTreeItemBody,
  type ItemAction,
  type ItemId,
  type ItemValue,
  type KernelIntent,
  type RiskProfile,
} from '@cotejo/audits-contracts';
import {
  alive,
  AuditOverlay,
  copiesOf,
  lockOf,
  type AuditModel,
  type AuditView,
  type TreeNode,
} from '@cotejo/audits-domain';
import { Refusal } from '@cotejo/http/contracts';
import { anchorsOfRank, type Anchors } from './anchors-of-rank.ts';

/** Intent that creates an item from the contract's request body. */
export function createIntent(view: AuditView, id: ItemId, body: CreateTreeItemBody): KernelIntent {
  const { item_tipo: type, parent = null, codigo, usuario_asignado, ref_parent, refitem_details } = body;
  const risk = type === 'risk' ? riskOf(body) : null;
  return {
    kind: 'create_item',
    id,
    type,
    parent,
    // The request shape guarantees one of the two names.
    name: body._nombre ?? body.nombre ?? '',
    ...(codigo != null && { code: codigo }),
    ...(usuario_asignado != null && { assignee: usuario_asignado }),
    ...(body.fecha_inicio !== undefined && { startDate: body.fecha_inicio }),
    ...(body.fecha_fin !== undefined && { endDate: body.fecha_fin }),
    ...(refitem_details && { target: { audit: null, item: refitem_details.id } }),
    ...(ref_parent != null && { refParent: ref_parent }),
    ...(risk && { risk }),
    ...anchorsOf(view, parent, { id, type }, body),
  };
}

/**
 * Intents for the changed fields of an item, in the order in which they are applied: the status comes last,
 * because edits void signatures and may change it.
 * @throws Refusal `item_not_found`
 */
export function changeIntents(
  { model, view, actor, now }: Trial,
  id: ItemId,
  body: ChangeTreeItemBody,
): KernelIntent[] {
  const node = nodeOf(view, id);
  const name = body._nombre ?? body.nombre;
  const { codigo, usuario_asignado, tratamiento_hallazgo, plan_accion_tratamiento_plan_accion } = body;
  const intents: KernelIntent[] = [...moveIntents(view, node, body)];
  if (name !== undefined) intents.push({ kind: 'rename_item', id, name });
  if (codigo !== undefined) intents.push({ kind: 'recode_item', id, code: codigo });
  if (body.fecha_inicio !== undefined || body.fecha_fin !== undefined) {
    const [startDate, endDate] = [
      body.fecha_inicio === undefined ? (node.dates?.[0] ?? null) : body.fecha_inicio,
      body.fecha_fin === undefined ? (node.dates?.[1] ?? null) : body.fecha_fin,
    ];
    intents.push({ kind: 'schedule_item', id, startDate, endDate });
  }
  const risk = riskOf(body, node.risk);
  if (risk) intents.push({ kind: 'describe_risk', id, risk });
  const values = valuesOf(body);
  if (values) intents.push({ kind: 'set_values', id, values });
  if (usuario_asignado !== undefined) intents.push({ kind: 'assign_item', id, assignee: usuario_asignado });
  if (tratamiento_hallazgo !== undefined)
    intents.push({ kind: 'choose_finding_treatment', id, treatment: tratamiento_hallazgo });
  if (plan_accion_tratamiento_plan_accion !== undefined)
    intents.push({ kind: 'choose_plan_treatment', id, treatment: plan_accion_tratamiento_plan_accion });
  if (body.status !== undefined) {
    const from = statusAfter({ model, view, actor, now }, id, intents);
    intents.push({ kind: 'change_status', id, from, to: statusOfType(body.status, node.type) });
  }
  return intents;
}

/**
 * Intents for one action on one item; copies into other audits are handled by `copyItem`.
 * @param newId returns a fresh id at every call
 * @throws Refusal `item_not_found`, `no_status`
 */
export function actionIntents(
  view: AuditView,
  id: ItemId,
  { action, params }: Exclude<ItemAction, { action: 'copy' }>,
  newId: () => ItemId,
): KernelIntent[] {
  const node = nodeOf(view, id);
  switch (action) {
    case 'rename':
      return [{ kind: 'rename_item', id, name: params.nombre }];
    case 'recode':
      return [{ kind: 'recode_item', id, code: params.codigo }];
    case 'move':
      return moveIntents(view, node, params);
    case 'assign':
      return [{ kind: 'assign_item', id, assignee: params.usuario }];
    case 'status': {
      const from = params.desde ? statusOfType(params.desde, node.type) : node.status;
      if (from === null) throw new Refusal(auditErrors, 'no_status');
      return [{ kind: 'change_status', id, from, to: statusOfType(params.status, node.type) }];
    }
    case 'schedule': {
      const { fecha_inicio: startDate, fecha_fin: endDate } = params;
      return [{ kind: 'schedule_item', id, startDate, endDate }];
    }
    case 'describe': {
      const risk = riskOf(params, node.risk);
      return risk ? [{ kind: 'describe_risk', id, risk }] : [];
    }
    case 'values': {
      const values = valuesOf(params);
      return values ? [{ kind: 'set_values', id, values }] : [];
    }
    case 'completado':
      return [{ kind: 'sign_item', id, mark: 'completed', textsAt: params.textos ?? null }];
    case 'revisado':
      return [{ kind: 'sign_item', id, mark: 'reviewed', textsAt: params.textos ?? null }];
    case 'retirar_completado':
      return [{ kind: 'withdraw_signature', id, mark: 'completed' }];
    case 'retirar_revisado':
      return [{ kind: 'withdraw_signature', id, mark: 'reviewed' }];
    case 'treatment':
      return [{ kind: 'choose_finding_treatment', id, treatment: params.tratamiento_hallazgo }];
    case 'plan_treatment':
      return [{ kind: 'choose_plan_treatment', id, treatment: params.plan_accion_tratamiento_plan_accion }];
    case 'delete':
      return [{ kind: 'delete_item', id, ...(params.compartido && { shared: params.compartido }) }];
    case 'restore':
      return [{ kind: 'restore_item', id, ...(params.con_ancestros && { withAncestors: true }) }];
    case 'duplicate':
      return [duplicateIntent(view, node, params.nombre, newId)];
  }
}

/** @throws Refusal `item_not_found` */
export function nodeOf(view: AuditView, id: ItemId): TreeNode {
  const node = view.get(id);
  if (!node) throw new Refusal(auditErrors, 'item_not_found');
  return node;
}

/** @throws Refusal for an item that is deleted or whose type cannot be duplicated */
function duplicateIntent(
  view: AuditView,
  node: TreeNode,
  name: string | undefined,
  newId: () => ItemId,
): KernelIntent {
  const {
    id: source,
    place: [parent],
  } = node;
  if (!alive(view, source)) throw new Refusal(auditErrors, 'item_deleted');
  const locked = lockOf(view, node, 'duplicate');
  if (locked) throw new Refusal(auditErrors, locked);
  const copies = copiesOf(view, source, newId);
  const id = copies[0]?.[1] ?? newId();
  return {
    kind: 'copy_item',
    id,
    source,
    parent,
    after: source,
    copies,
    ...(name !== undefined && { name }),
  };
}

interface Place {
  readonly parent?: ItemId | null | undefined;
  readonly position?: number | undefined;
  readonly after?: ItemId | null | undefined;
}

function moveIntents(view: AuditView, node: TreeNode, to: Place): KernelIntent[] {
  const { id, place } = node;
  const parent = to.parent === undefined ? place[0] : to.parent;
  const isPlaced = to.position !== undefined || to.after !== undefined;
  if (parent === place[0] && !isPlaced) return [];
  return [{ kind: 'move_item', id, parent, ...anchorsOf(view, parent, node, to) }];
}

function anchorsOf(
  view: AuditView,
  parent: ItemId | null,
  item: Pick<TreeNode, 'id' | 'type'>,
  { after, position }: Place,
): Anchors {
  if (after !== undefined) return { after };
  return position === undefined ? {} : anchorsOfRank(view, parent, item, position);
}

type RiskFields = Pick<
  ChangeTreeItemBody,
  'riesgo_general' | 'riesgos_especificos' | 'factores' | 'objetivos'
>;

/** The full risk profile with the given fields replaced; null when no field was given. */
function riskOf(body: RiskFields, before?: RiskProfile): RiskProfile | null {
  const { riesgo_general, riesgos_especificos, factores, objetivos } = body;
  if ([riesgo_general, riesgos_especificos, factores, objetivos].every((one) => one === undefined))
    return null;
  return {
    general: riesgo_general === undefined ? (before?.general ?? null) : riesgo_general,
    specific: riesgos_especificos ?? before?.specific ?? [],
    factors: factores ?? before?.factors ?? [],
    objectives: objetivos ?? before?.objectives ?? [],
  };
}

type ValueFields = Pick<ChangeTreeItemBody, 'probabilidad' | 'impacto' | 'valores'>;

/** Values by key, including those that have request fields of their own; null when none was given. */
function valuesOf({ probabilidad, impacto, valores = {} }: ValueFields): Record<string, ItemValue> | null {
  const values = {
    ...valores,
    ...(probabilidad !== undefined && { probability: probabilidad }),
    ...(impacto !== undefined && { impact: impacto }),
  };
  return Object.keys(values).length === 0 ? null : values;
}

/** State on which intents are tried before they are submitted. */
export interface Trial {
  readonly model: AuditModel;
  readonly view: AuditView;
  readonly actor: UserId;
  /** ISO 8601 in UTC. */
  readonly now: string;
}

/**
 * Status of an item after the given intents: an intent that changes the status must name the current one.
 * @throws Refusal `no_status`
 */
function statusAfter({ model, view, actor, now }: Trial, id: ItemId, intents: readonly KernelIntent[]) {
  const overlay = new AuditOverlay(view);
  for (const intent of intents) {
    const base = overlay.version;
    const decision = model.decide(overlay, { intent, base }, { now, actor, can: () => true, mode: 'server' });
    // The same intent is refused again, with its reason, when the batch is submitted.
    if (!decision.ok) break;
    for (const event of decision.events) {
      model.evolve(overlay, { ...event, version: overlay.version + 1, actor, at: now, operation: null });
    }
  }
  const status = overlay.get(id)?.status ?? null;
  if (status === null) throw new Refusal(auditErrors, 'no_status');
  return status;
}
