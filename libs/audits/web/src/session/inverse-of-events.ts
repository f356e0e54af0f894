import {
  sprintState,
  visitState,
  withoutHidden,
  type AuditIntent,
  type ItemId,
  type ItemStatus,
  type KernelEvent,
  type KernelIntent,
  type RiskProfile,
} from '@cotejo/audits-contracts';
import { alive, ancestors, liveSubtree, valueOf, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import { partsOf } from './tray/intent-parts.ts';

/** An intent that reverts an action, valid while no other user changed the item since. Plain data: it is stored. */
export interface Inverse {
  readonly intent: KernelIntent;
  /** What the intent would change, as the action left it (`watchedOf`). */
  readonly left: string;
  /** For a deletion: number of items in the branch, and the base version that the action was made on. */
  readonly branch?: { readonly size: number; readonly seen: number };
}

/** Null while the item is as the action left it; else the user who changed it, where known. */
export function changedBy(
  view: AuditView,
  { intent, left, branch }: Inverse,
  me: string,
): { readonly by: string | null } | null {
  const id = 'id' in intent ? intent.id : null;
  if (watchedOf(view, intent) !== left) return { by: (id === null ? null : view.get(id)?.changedBy) ?? null };
  if (branch === undefined || id === null) return null;
  for (const node of liveSubtree(view, id)) {
    if (node.changedBy !== me && node.version > branch.seen) return { by: node.changedBy };
    if ((node.changedBefore ?? -1) > branch.seen) return { by: null };
  }
  return sizeOf(view, id) > branch.size ? { by: null } : null;
}

/**
 * Property that an intent would change, as text. Never a position: the server may resolve the anchors
 * differently.
 */
function watchedOf(view: AuditView, intent: KernelIntent): string {
  if (intent.kind === 'set_sprint' || intent.kind === 'set_visit')
    return JSON.stringify(view.stretches.get(intent.stretch) ?? null);
  const node = 'id' in intent ? view.get(intent.id) : undefined;
  return JSON.stringify([node !== undefined, node ? propertyOf(node, intent) : null]);
}

function propertyOf(node: TreeNode, intent: KernelIntent): unknown {
  switch (intent.kind) {
    case 'delete_item':
    case 'restore_item':
      return node.deleted !== null;
    case 'rename_item':
      return node.name;
    case 'recode_item':
      return node.code;
    case 'move_item':
      return node.place[0];
    case 'assign_item':
      return node.assignee;
    case 'change_status':
      return node.status;
    case 'schedule_item':
      return node.dates;
    case 'allot_item':
      return node.stretches?.includes(intent.stretch) ?? false;
    case 'describe_risk':
      return node.risk;
    case 'set_values':
      // Stored intents may come back with their keys in another order.
      return Object.keys(intent.values)
        .sort()
        .map((key) => valueOf(node.values, key));
    case 'choose_finding_treatment':
    case 'choose_plan_treatment':
      return node.treatment;
    default:
      return null;
  }
}

type ItemIntent = KernelIntent & { readonly id: ItemId };

const NO_RISK: RiskProfile = { general: null, specific: [], factors: [], objectives: [] };

/** A core event, or the event of a registered slice. */
type Event = KernelEvent | { readonly type: string; readonly data: object };
type UndoneEvent = Extract<KernelEvent, { readonly type: keyof typeof UNDONE }>;
const isUndone = (event: Event): event is UndoneEvent => Object.hasOwn(UNDONE, event.type);

/** Types of events that can be reverted. */
const UNDONE = {
  TreeItemCreated: true,
  TreeItemRenamed: true,
  TreeItemRecoded: true,
  TreeItemMoved: true,
  TreeItemAssigned: true,
  ItemStatusChanged: true,
  TreeItemScheduled: true,
  RiskDescribed: true,
  ItemValuesSet: true,
  TreeItemAllotted: true,
  SprintSet: true,
  VisitSet: true,
  TreeItemDeleted: true,
  TreeItemRestored: true,
  FindingTreatmentChosen: true,
  PlanTreatmentChosen: true,
};

/**
 * Records, event by event as they are folded, the intents that revert an action: also for a batch or a copy,
 * and for follow-up changes by the rules (an original control that moved because its risk was deleted).
 * Derived items and signatures voided by an edit are not reverted by themselves.
 */
export class InverseRecorder {
  private readonly noted: ItemIntent[] = [];
  private readonly stretches: KernelIntent[] = [];
  private readonly restored = new Set<ItemId>();
  private readonly askedStatuses = new Set<string>();

  /**
   * `seen` is the base version at the time of the action; `created` collects the items that the whole action
   * creates, of which this intent may be a part.
   */
  constructor(
    intent: AuditIntent,
    private readonly seen: number,
    private readonly created: Set<ItemId>,
  ) {
    for (const part of partsOf(intent)) {
      if (part.kind === 'change_status') this.askedStatuses.add(statusKey(part));
    }
  }

  /** Call before the event is folded into the view. */
  note(view: AuditView, event: Event): void {
    if (!isUndone(event)) return;
    if (event.type === 'SprintSet' || event.type === 'VisitSet') {
      this.stretches.push(inverseOfStretch(view, event));
      return;
    }
    const { id } = event.data;
    if (event.type === 'TreeItemCreated') {
      if (event.data.derived) return;
      this.created.add(id);
      return this.keep({ kind: 'delete_item', id });
    }
    const node = view.get(id);
    // Changes of an item created by this action are reverted by deleting the item.
    if (!node || this.created.has(id)) return;
    switch (event.type) {
      case 'TreeItemRenamed':
        if (node.derived) return;
        return this.keep({ kind: 'rename_item', id, name: withoutHidden(node.name) });
      case 'TreeItemRecoded':
        return this.keep({ kind: 'recode_item', id, code: node.code });
      case 'TreeItemMoved':
        return this.keep({ kind: 'move_item', id, parent: node.place[0], ...anchorsOf(view, node) });
      case 'TreeItemAssigned':
        return this.keep({ kind: 'assign_item', id, assignee: node.assignee });
      case 'ItemStatusChanged':
        return this.noteStatus(event.data);
      case 'TreeItemScheduled': {
        const [startDate, endDate] = node.dates ?? [null, null];
        return this.keep({ kind: 'schedule_item', id, startDate, endDate });
      }
      case 'TreeItemAllotted': {
        const { stretch, isIn } = event.data;
        return this.keep({ kind: 'allot_item', id, stretch, isIn: !isIn });
      }
      case 'RiskDescribed':
        return this.keep({ kind: 'describe_risk', id, risk: node.risk ?? NO_RISK });
      case 'ItemValuesSet': {
        const keys = Object.keys(event.data.values);
        const values = Object.fromEntries(keys.map((key) => [key, valueOf(node.values, key)]));
        return this.keep({ kind: 'set_values', id, values });
      }
      case 'TreeItemDeleted':
        // References without target that were restored with their branch are deleted with it again.
        if (node.derived || isUnder(view, id, this.restored)) return;
        return this.keep({ kind: 'restore_item', id });
      case 'TreeItemRestored':
        if (node.derived) return;
        this.restored.add(id);
        return this.keep({ kind: 'delete_item', id });
      // Without an earlier choice the treatment becomes undecided again.
      case 'FindingTreatmentChosen': {
        const treatment = node.treatment === 'evaluate' ? null : node.treatment;
        return this.keep({ kind: 'choose_finding_treatment', id, treatment });
      }
      case 'PlanTreatmentChosen': {
        const treatment = node.treatment === 'action_plan' ? null : node.treatment;
        return this.keep({ kind: 'choose_plan_treatment', id, treatment });
      }
    }
  }

  /** The inverse intents in the order of execution; `after` is the view after the whole action. */
  inverses(after: AuditView): Inverse[] {
    const topmost = new Set(topmostOf(after, this.created));
    const ofItems = this.noted.filter(({ id }) => !this.created.has(id) || topmost.has(id));
    return [...ofItems.toReversed(), ...this.stretches.toReversed()].map((intent) => ({
      intent,
      left: watchedOf(after, intent),
      ...(intent.kind === 'delete_item'
        ? { branch: { size: sizeOf(after, intent.id), seen: this.seen } }
        : {}),
    }));
  }

  private keep(intent: ItemIntent): void {
    this.noted.push(intent);
  }

  private noteStatus(data: { id: ItemId; from: ItemStatus; to: ItemStatus }): void {
    if (!this.askedStatuses.has(statusKey(data))) return;
    const { id, from, to } = data;
    this.keep({ kind: 'change_status', id, from: to, to: from, takeBack: true });
  }
}

/** A new sprint or visit is reverted by removing it, any other change by the facts before it. */
function inverseOfStretch(
  view: AuditView,
  { type, data: { stretch } }: Extract<KernelEvent, { type: 'SprintSet' | 'VisitSet' }>,
): KernelIntent {
  const before = view.stretches.get(stretch);
  const kind = type === 'SprintSet' ? 'set_sprint' : 'set_visit';
  const facts = before?.kind === 'sprint' ? sprintState.parse(before) : before && visitState.parse(before);
  return { kind, stretch, ...(facts ?? { isRemoved: true }) };
}

/** The living items of a set, without those below another item of the set. */
export const topmostOf = (view: AuditView, made: ReadonlySet<ItemId>): ItemId[] =>
  [...made].filter((id) => alive(view, id) && !isUnder(view, id, made));

function isUnder(view: AuditView, id: ItemId, those: ReadonlySet<ItemId>): boolean {
  if (those.size === 0) return false;
  for (const above of ancestors(view, id)) if (those.has(above.id)) return true;
  return false;
}

const statusKey = ({ id, from, to }: { id: ItemId; from: ItemStatus; to: ItemStatus }): string =>
  `${id} ${from} ${to}`;

function sizeOf(view: AuditView, id: ItemId): number {
  let size = 0;
  for (const _ of liveSubtree(view, id)) size++;
  return size;
}

/**
 * Anchors of an item's present place on both sides, so that it can return there even if one neighbour moved.
 */
function anchorsOf(view: AuditView, node: TreeNode): { after: ItemId | null; before: ItemId | null } {
  const siblings = view.childrenOf(node.place[0]);
  const index = siblings.indexOf(node.id);
  return { after: siblings[index - 1] ?? null, before: siblings[index + 1] ?? null };
}
