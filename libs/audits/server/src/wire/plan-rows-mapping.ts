import {
  CONTRACT_ITEM_TYPE,
  CONTRACT_STATUS,
  type ItemId,
  type PlanRows,
  type PlanRowsAnswer,
} from '@cotejo/audits-contracts';
import { displayName, displayOrder, resolved, type AuditState, type TreeNode } from '@cotejo/audits-domain';
import type { PastAudit } from '../history/audit-history.ts';
import { signersOf } from './figure-mapping.ts';
import { toPastRecord } from './history-mapping.ts';
import type { People } from './people.ts';

/** An item as displayed: a reference (`node`) with its target (`shown`). */
interface ShownItem {
  readonly node: TreeNode;
  readonly shown: TreeNode;
  /**
   * Whether the name is displayed after its parent's; a text when the prefix differs from the parent's name.
   */
  readonly prefix: boolean | string;
  readonly level: number;
}

/** The visible plan of a state. */
interface ShownPlan {
  /** In plan order. */
  readonly items: ReadonlyMap<ItemId, ShownItem>;
  readonly children: ReadonlyMap<ItemId | null, readonly ItemId[]>;
}

/** Cache per state: states that serve as the base of a difference are converted once. */
const SHOWN = new WeakMap<AuditState, ShownPlan>();
/** Share of items beyond which the whole plan is smaller than the difference. */
const MOST_DIFFERENT = 0.5;

/**
 * The plan in rows; for a client that holds the plan of `base` only the difference, unless that is most of
 * the plan.
 */
export function toPlanRows(past: PastAudit, base: AuditState | null, people: People): PlanRowsAnswer {
  const now = shownOf(past.state);
  const rows = new RowsInColumns(people);
  const record = toPastRecord(past, people);
  // At such a distance most items differ, so the comparison is skipped.
  if (base && Math.abs(past.version - base.version) <= now.items.size) {
    const before = shownOf(base);
    const differing = itemsThatDiffer(before, now);
    if (differing.length <= now.items.size * MOST_DIFFERENT) {
      for (const item of differing) rows.add(item);
      const lists = listsThatDiffer(before, now);
      return { ...record, base: base.version, personas: rows.people, filas: rows.columns, hijos: lists };
    }
  }
  for (const item of now.items.values()) rows.add(item, item.level);
  return { ...record, base: null, personas: rows.people, filas: rows.columns, hijos: [] };
}

function itemsThatDiffer(before: ShownPlan, now: ShownPlan): readonly ShownItem[] {
  const differing: ShownItem[] = [];
  for (const [id, item] of now.items) {
    const old = before.items.get(id);
    if (!old || !saysTheSame(old, item)) differing.push(item);
  }
  return differing;
}

function listsThatDiffer(before: ShownPlan, now: ShownPlan): PlanRowsAnswer['hijos'] {
  const lists: PlanRowsAnswer['hijos'] = [];
  for (const [parent, ids] of now.children)
    if (!areSame(before.children.get(parent), ids)) lists.push([parent, [...ids]]);
  for (const parent of before.children.keys()) if (!now.children.has(parent)) lists.push([parent, []]);
  return lists;
}

/** Encodes null among user indexes. */
const NOBODY = -1;

class RowsInColumns {
  readonly people: PlanRowsAnswer['personas'] = [];
  readonly columns: PlanRows = {
    id: [],
    item_tipo: [],
    codigo: [],
    _nombre: [],
    con_prefijo: [],
    status: [],
    usuario_asignado: [],
    created_by: [],
    version: [],
    level: [],
    prefijo: [],
    refitem_details: [],
    valores: [],
    firmas: [],
  };
  private readonly index = new Map<string, number>();
  private readonly keys = new Map<string, PlanRows['valores'][number]>();

  constructor(private readonly names: People) {}

  add({ node, shown, prefix }: ShownItem, level?: number): void {
    const { columns } = this;
    const at = columns.id.push(node.id) - 1;
    columns.item_tipo.push(CONTRACT_ITEM_TYPE[node.type]);
    columns.codigo.push(shown.code);
    columns._nombre.push(shown.name);
    columns.con_prefijo.push(prefix === true);
    columns.status.push(shown.status === null ? null : CONTRACT_STATUS[shown.status]);
    columns.usuario_asignado.push(shown.assignee === null ? NOBODY : this.indexOf(shown.assignee));
    columns.created_by.push(this.indexOf(node.createdBy));
    columns.version.push(node.version);
    if (level !== undefined) columns.level.push(level);
    if (typeof prefix === 'string') columns.prefijo.push([at, prefix]);
    if (shown !== node) columns.refitem_details.push([at, shown.id]);
    for (const key in shown.values) this.addValue(at, key, shown.values[key]);
    if (shown.signatures?.length) columns.firmas.push([at, signersOf(shown, this.names)]);
  }

  private addValue(
    at: number,
    key: string,
    value: PlanRows['valores'][number]['valores'][number] | undefined,
  ): void {
    if (value === undefined) return;
    const known = this.keys.get(key);
    const column = known ?? { clave: key, filas: [], valores: [] };
    column.filas.push(at);
    column.valores.push(value);
    if (known) return;
    this.keys.set(key, column);
    this.columns.valores.push(column);
  }

  private indexOf(id: string): number {
    const known = this.index.get(id);
    if (known !== undefined) return known;
    const next = this.people.push(this.names.named<string>(id)) - 1;
    this.index.set(id, next);
    return next;
  }
}

function shownOf(state: AuditState): ShownPlan {
  const known = SHOWN.get(state);
  if (known) return known;
  const items = new Map<ItemId, ShownItem>();
  const children = new Map<ItemId | null, readonly ItemId[]>();
  const show = (parent: ItemId | null, above: TreeNode | null, level: number): void => {
    if (state.childrenOf(parent).length === 0) return;
    const ids = displayOrder(state, parent);
    if (ids.length === 0) return;
    children.set(parent, ids);
    for (const id of ids) {
      const node = state.get(id);
      if (!node) continue;
      const shown = resolved(state, node);
      items.set(id, { node, shown, prefix: prefixOf(state, node, above), level });
      show(id, shown, level + 1);
    }
  };
  show(null, null, 1);
  const plan = { items, children };
  SHOWN.set(state, plan);
  return plan;
}

function prefixOf(state: AuditState, node: TreeNode, above: TreeNode | null): ShownItem['prefix'] {
  const { prefix } = displayName(state, node);
  if (prefix === null) return false;
  return above?.name === prefix ? true : prefix;
}

const saysTheSame = (a: ShownItem, b: ShownItem): boolean =>
  a.prefix === b.prefix &&
  a.node.version === b.node.version &&
  isSame(a.node, b.node) &&
  isSame(a.shown, b.shown);

/** Nodes are immutable; nodes of the same audit that were folded separately are compared by content. */
function isSame(a: TreeNode, b: TreeNode): boolean {
  if (a === b) return true;
  return (
    a.id === b.id &&
    a.type === b.type &&
    a.code === b.code &&
    a.name === b.name &&
    a.status === b.status &&
    a.assignee === b.assignee &&
    a.createdBy === b.createdBy &&
    isSameJson(a.values, b.values) &&
    isSameJson(a.signatures, b.signatures)
  );
}

/** Depends on key order; at worst, equal nodes count as different and are sent again. */
const isSameJson = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const areSame = (a: readonly ItemId[] | undefined, b: readonly ItemId[]): boolean =>
  a === b || (a?.length === b.length && a.every((id, at) => id === b[at]));
