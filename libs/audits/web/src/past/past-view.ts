import {
  CONTRACT_ITEM_TYPE,
  itemType,
  itemStatusOf,
  type ItemId,
  type ItemType,
  type TreeItemView,
} from '@cotejo/audits-contracts';
import type { UserId } from '@cotejo/access-contracts';
import type { AuditView, TreeNode } from '@cotejo/audits-domain';

const TYPES = new Map(itemType.options.map((type): [string, ItemType] => [CONTRACT_ITEM_TYPE[type], type]));

/** Item type of a contract name; undefined for a type unknown to this release. */
export const itemTypeOf = (contract: string): ItemType | undefined => TYPES.get(contract);

const NONE: readonly ItemId[] = [];

/** Read-only view of a past plan for domain rules, from which its figures are computed. */
export class PastView implements AuditView {
  readonly version = 0;
  readonly audit = null;
  readonly status = 'in_progress';
  readonly closedOn = null;
  readonly lastClosedOn = null;
  readonly removal = null;
  readonly conclusion = null;
  readonly year = null;
  readonly before = null;
  readonly operation = null;
  readonly operationSince = null;
  readonly team = null;
  readonly members = null;
  readonly timeRecords = null;
  readonly profile = null;
  /** The past plan shows no sprints or visits. */
  readonly stretches = new Map();
  private readonly nodes = new Map<ItemId, TreeNode>();
  private readonly children = new Map<ItemId | null, ItemId[]>();
  private readonly references = new Map<ItemId, ItemId[]>();

  constructor(
    items: readonly TreeItemView[],
    readonly recordType: AuditView['recordType'] = 'audit_plan',
  ) {
    this.read(items, null);
  }

  get(id: ItemId): TreeNode | undefined {
    return this.nodes.get(id);
  }
  childrenOf(parent: ItemId | null): readonly ItemId[] {
    return this.children.get(parent) ?? NONE;
  }
  referencesTo(id: ItemId): readonly ItemId[] {
    return this.references.get(id) ?? NONE;
  }
  slice(): unknown {
    return undefined;
  }
  highestCode(): number {
    return 0;
  }

  private read(items: readonly TreeItemView[], parent: ItemId | null): void {
    const under: ItemId[] = [];
    for (const item of items) {
      const node = nodeOf(item);
      if (!node) continue;
      this.nodes.set(node.id, node);
      under.push(node.id);
      const target = node.target?.item;
      if (target) this.references.set(target, [...this.referencesTo(target), node.id]);
      this.read(item.items, node.id);
    }
    this.children.set(parent, under);
  }
}

/** Items equal in two versions share one view object, so they are converted once. */
const NODES = new WeakMap<TreeItemView, TreeNode>();

function nodeOf(item: TreeItemView): TreeNode | null {
  const known = NODES.get(item);
  if (known) return known;
  const type = itemTypeOf(item.item_tipo);
  if (!type) return null;
  const node = toNode(item, type);
  NODES.set(item, node);
  return node;
}

function toNode(item: TreeItemView, type: ItemType): TreeNode {
  const { refitem_details: target } = item;
  return {
    id: item.id as ItemId,
    type,
    name: item._nombre,
    code: item.codigo,
    status: item.status === null ? null : itemStatusOf(item.status),
    assignee: (item.usuario_asignado?.id ?? null) as UserId | null,
    place: [item.parent as ItemId | null, String(item.position).padStart(8, '0')],
    createdBy: item.created_by.id as UserId,
    version: item.version,
    changedBy: '',
    fields: {},
    treatment: null,
    derived: false,
    completedBy: null,
    deleted: null,
    values: item.valores,
    ...(target && { target: { audit: null, item: target.id as ItemId } }),
  };
}
