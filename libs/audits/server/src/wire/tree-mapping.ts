import {
  actionPlanIdOf,
  CONTRACT_FINDING_TREATMENT,
  CONTRACT_ITEM_TYPE,
  CONTRACT_PLAN_TREATMENT,
  CONTRACT_STATUS,
  evaluationIdOf,
  type FindingTreatment,
  type ItemId,
  type ItemStatus,
  type ItemType,
  type PlanTreatment,
  type TreeItemFields,
  type TreeItemRead,
} from '@cotejo/audits-contracts';
import {
  ancestors,
  displayOrder,
  displayText,
  livingReferences,
  resolved,
  stretchesWith,
  type AuditView,
  type FiguresByItem,
  type ItemFigures,
  type TreeNode,
} from '@cotejo/audits-domain';
import { figureFields, signatureFlags, signersOf } from './figure-mapping.ts';
import type { People } from './people.ts';

/** Creation time of an item, which the rules' view does not hold; null = not readable yet. */
export type CreationOf = (id: ItemId) => string | null;

/** Figures of items, limited to what the view contains. */
export type FiguresOf = (id: ItemId) => ItemFigures | null;

/** Lookup in figures computed for a whole tree. */
export const figuresIn =
  (known: FiguresByItem): FiguresOf =>
  (id) =>
    known.get(id) ?? null;

/** Converts items of a tree to the contract's form, nested, in display order. */
export class TreeWriter {
  constructor(
    private readonly view: AuditView,
    private readonly people: People,
    private readonly createdAt: CreationOf,
    private readonly figures: FiguresOf,
  ) {}

  /** The whole tree; `only` restricts it to these items. */
  tree(only: ReadonlySet<ItemId> | null = null): TreeItemRead[] {
    return this.under(null, [], only);
  }

  /** An item with its subtree; null when it is hidden. */
  branch(id: ItemId): TreeItemRead | null {
    const place = this.placeOf(id);
    if (!place) return null;
    const { node, parents, position } = place;
    return this.withItems(node, parents, position, null);
  }

  /** Direct children of an item. */
  children(id: ItemId): TreeItemFields[] {
    const parents = this.parentsOf(id);
    return displayOrder(this.view, id).flatMap((child, at) => {
      const node = this.view.get(child);
      return node ? [this.fields(node, [...parents, id], at + 1)] : [];
    });
  }

  /** One item without its subtree; null when it is hidden. */
  item(id: ItemId): TreeItemFields | null {
    const place = this.placeOf(id);
    return place && this.fields(place.node, place.parents, place.position);
  }

  /** An item in any state, deleted ones included; position 0 when it is hidden. */
  anyItem(node: TreeNode): TreeItemFields {
    return this.item(node.id) ?? this.fields(node, this.parentsOf(node.id), 0);
  }

  private placeOf(id: ItemId): { node: TreeNode; parents: readonly ItemId[]; position: number } | null {
    const node = this.view.get(id);
    if (!node) return null;
    const parents = this.parentsOf(id);
    // Descendants of a hidden item are hidden.
    for (const [at, each] of parents.entries())
      if (this.rankOf(each, parents[at - 1] ?? null) < 0) return null;
    const rank = this.rankOf(id, node.place[0]);
    return rank < 0 ? null : { node, parents, position: rank + 1 };
  }

  private rankOf(id: ItemId, parent: ItemId | null): number {
    return displayOrder(this.view, parent).indexOf(id);
  }

  private parentsOf(id: ItemId): readonly ItemId[] {
    return [...ancestors(this.view, id)].map((node) => node.id).reverse();
  }

  private under(
    parent: ItemId | null,
    parents: readonly ItemId[],
    only: ReadonlySet<ItemId> | null,
  ): TreeItemRead[] {
    const shown = displayOrder(this.view, parent);
    return shown.flatMap((id, at) => {
      const node = this.view.get(id);
      return node && (only === null || only.has(id)) ? [this.withItems(node, parents, at + 1, only)] : [];
    });
  }

  private withItems(
    node: TreeNode,
    parents: readonly ItemId[],
    position: number,
    only: ReadonlySet<ItemId> | null,
  ): TreeItemRead {
    return {
      ...this.fields(node, parents, position),
      items: this.under(node.id, [...parents, node.id], only),
    };
  }

  private fields(node: TreeNode, parents: readonly ItemId[], position: number): TreeItemFields {
    const { view, people } = this;
    const { id, type, place, dates, target, risk } = node;
    // A reference shows its target's fields.
    const shown = resolved(view, node);
    const [parent] = place;
    const above = parent === null ? undefined : view.get(parent);
    const plan =
      type === 'finding' ? view.get(actionPlanIdOf(id)) : type === 'action_plan' ? node : undefined;
    const evaluation = plan && view.get(evaluationIdOf(id));
    return {
      id,
      codigo: shown.code,
      nombre: displayText(view, node),
      _nombre: shown.name,
      item_tipo: CONTRACT_ITEM_TYPE[type],
      status: statusOf(shown.status),
      usuario_asignado: shown.assignee === null ? null : people.named(shown.assignee),
      firmas: signersOf(shown, people),
      fecha_inicio: dates?.[0] ?? null,
      fecha_fin: dates?.[1] ?? null,
      parents: [...parents],
      parent,
      parentId: parent,
      ref_parent: node.refParent ?? null,
      refitem_details: target ? this.targetOf(target) : null,
      compartido: type === 'control' ? livingReferences(view, id).length : 0,
      tratamiento_hallazgo: type === 'finding' ? findingTreatmentOf(node) : null,
      plan_accion_status: plan && lives(plan) ? statusOf(plan.status) : null,
      plan_accion_tratamiento_plan_accion: plan && lives(plan) ? planTreatmentOf(plan) : null,
      evaluacion_firmas: evaluation && lives(evaluation) ? signersOf(evaluation, people) : null,
      paso_tipo: STEP_KINDS[type] ?? null,
      parent_paso_tipo: (above && STEP_KINDS[above.type]) ?? null,
      riesgo_general: risk?.general ?? null,
      riesgos_especificos: risk ? [...risk.specific] : null,
      factores: risk ? [...risk.factors] : null,
      objetivos: risk ? [...risk.objectives] : null,
      origen: node.origin ?? null,
      created_by: { id: node.createdBy },
      created_at: this.createdAt(id),
      level: parents.length + 1,
      position,
      version: node.version,
      signature: signatureFlags(shown, people),
      visita: this.firstVisitOf(shown),
      valores: { ...shown.values },
      ...figureFields(shown, this.figures(id)),
      ...AS_READ,
      ...NOT_YET,
    };
  }

  private firstVisitOf(node: TreeNode): TreeItemFields['visita'] {
    const [visit] = stretchesWith(this.view, node, 'visit');
    return visit ? { id: visit.id, name: visit.name, position: visit.position } : null;
  }

  private targetOf({ audit, item }: NonNullable<TreeNode['target']>): TreeItemFields['refitem_details'] {
    const type = audit === null ? this.view.get(item)?.type : undefined;
    return { id: item, item_tipo: type === undefined ? null : CONTRACT_ITEM_TYPE[type], auditoria: audit };
  }
}

const lives = (node: TreeNode): boolean => node.deleted === null;

const statusOf = (status: ItemStatus | null): string | null =>
  status === null ? null : CONTRACT_STATUS[status];

const findingTreatmentOf = ({ treatment }: TreeNode): string | null =>
  treatment === null ? null : CONTRACT_FINDING_TREATMENT[treatment as FindingTreatment];

const planTreatmentOf = ({ treatment }: TreeNode): string | null =>
  treatment === null ? null : CONTRACT_PLAN_TREATMENT[treatment as PlanTreatment];

/** The contract's `paso_tipo`, by item type. */
const STEP_KINDS: Readonly<Partial<Record<ItemType, string>>> = {
  inspection: 'INSPECCION',
  inspection_item: 'INSPECCION_ITEM',
};

/** UI flags that the contract expects in every answer, in their initial state. */
const AS_READ = { isOpen: false, onlyButtons: false, dataIsLoaded: false } as const;

const NOT_YET = { cumplimiento: null } as const;
