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

/** An intent that reverts an action, valid while no other user changed the item since. */
export interface Inverse {
  readonly intent: KernelIntent;
  /** Null while the item is as the action left it; else the user who changed it, where known. */
  changedBy(view: AuditView): { readonly by: string | null } | null;
}

interface Noted {
  readonly intent: ItemIntent;
  /**
   * Property that must not have changed since. Never a position: the server may resolve the anchors
   * differently.
   */
  readonly watched: (node: TreeNode) => unknown;
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
  private readonly noted: Noted[] = [];
  private readonly stretches: StretchInverse[] = [];
  private readonly restored = new Set<ItemId>();
  private readonly askedStatuses = new Set<string>();

  /**
   * `seen` is the base version at the time of the action by `me`; `created` collects the items that the whole
   * action creates, of which this intent may be a part.
   */
  constructor(
    intent: AuditIntent,
    private readonly me: string,
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
      return this.keep({ kind: 'delete_item', id }, isDeleted);
    }
    const node = view.get(id);
    // Changes of an item created by this action are reverted by deleting the item.
    if (!node || this.created.has(id)) return;
    switch (event.type) {
      case 'TreeItemRenamed':
        if (node.derived) return;
        return this.keep({ kind: 'rename_item', id, name: withoutHidden(node.name) }, (one) => one.name);
      case 'TreeItemRecoded':
        return this.keep({ kind: 'recode_item', id, code: node.code }, (one) => one.code);
      case 'TreeItemMoved':
        return this.keep(
          { kind: 'move_item', id, parent: node.place[0], ...anchorsOf(view, node) },
          (one) => one.place[0],
        );
      case 'TreeItemAssigned':
        return this.keep({ kind: 'assign_item', id, assignee: node.assignee }, (one) => one.assignee);
      case 'ItemStatusChanged':
        return this.noteStatus(event.data);
      case 'TreeItemScheduled': {
        const [startDate, endDate] = node.dates ?? [null, null];
        const watched = (one: TreeNode) => `${one.dates?.[0]} ${one.dates?.[1]}`;
        return this.keep({ kind: 'schedule_item', id, startDate, endDate }, watched);
      }
      case 'TreeItemAllotted': {
        const { stretch, isIn } = event.data;
        return this.keep({ kind: 'allot_item', id, stretch, isIn: !isIn }, (one) =>
          one.stretches?.includes(stretch),
        );
      }
      case 'RiskDescribed':
        return this.keep({ kind: 'describe_risk', id, risk: node.risk ?? NO_RISK }, (one) =>
          JSON.stringify(one.risk),
        );
      case 'ItemValuesSet': {
        const keys = Object.keys(event.data.values);
        const values = Object.fromEntries(keys.map((key) => [key, valueOf(node.values, key)]));
        return this.keep({ kind: 'set_values', id, values }, (one) =>
          JSON.stringify(keys.map((key) => valueOf(one.values, key))),
        );
      }
      case 'TreeItemDeleted':
        // References without target that were restored with their branch are deleted with it again.
        if (node.derived || isUnder(view, id, this.restored)) return;
        return this.keep({ kind: 'restore_item', id }, isDeleted);
      case 'TreeItemRestored':
        if (node.derived) return;
        this.restored.add(id);
        return this.keep({ kind: 'delete_item', id }, isDeleted);
      // Without an earlier choice the treatment becomes undecided again.
      case 'FindingTreatmentChosen': {
        const treatment = node.treatment === 'evaluate' ? null : node.treatment;
        return this.keep({ kind: 'choose_finding_treatment', id, treatment }, (one) => one.treatment);
      }
      case 'PlanTreatmentChosen': {
        const treatment = node.treatment === 'action_plan' ? null : node.treatment;
        return this.keep({ kind: 'choose_plan_treatment', id, treatment }, (one) => one.treatment);
      }
    }
  }

  /** The inverse intents in the order of execution; `after` is the view after the whole action. */
  inverses(after: AuditView): Inverse[] {
    const topmost = new Set(topmostOf(after, this.created));
    const ofItems = this.noted
      .filter(({ intent: { id } }) => !this.created.has(id) || topmost.has(id))
      .reverse()
      .map((one) => this.inverseOf(one, after));
    return [...ofItems, ...this.stretches.toReversed().map((one) => one(after))];
  }

  private keep(intent: ItemIntent, watched: Noted['watched']): void {
    this.noted.push({ intent, watched });
  }

  private noteStatus(data: { id: ItemId; from: ItemStatus; to: ItemStatus }): void {
    if (!this.askedStatuses.has(statusKey(data))) return;
    const { id, from, to } = data;
    const intent = { kind: 'change_status', id, from: to, to: from, takeBack: true } as const;
    this.keep(intent, (one) => one.status);
  }

  private inverseOf({ intent, watched }: Noted, after: AuditView): Inverse {
    const { id } = intent;
    const look = (view: AuditView): unknown => {
      const node = view.get(id);
      return node ? watched(node) : undefined;
    };
    const left = look(after);
    const isDeletion = intent.kind === 'delete_item';
    const size = isDeletion ? sizeOf(after, id) : 0;
    return {
      intent,
      changedBy: (view) => {
        const now = view.get(id);
        if (look(view) !== left) return { by: now?.changedBy ?? null };
        if (!isDeletion) return null;
        for (const node of liveSubtree(view, id)) {
          if (node.changedBy !== this.me && node.version > this.seen) return { by: node.changedBy };
          if ((node.changedBefore ?? -1) > this.seen) return { by: null };
        }
        return sizeOf(view, id) > size ? { by: null } : null;
      },
    };
  }
}

type StretchInverse = (after: AuditView) => Inverse;

/** A new sprint or visit is reverted by removing it, any other change by the facts before it. */
function inverseOfStretch(
  view: AuditView,
  { type, data: { stretch } }: Extract<KernelEvent, { type: 'SprintSet' | 'VisitSet' }>,
): StretchInverse {
  const before = view.stretches.get(stretch);
  const kind = type === 'SprintSet' ? 'set_sprint' : 'set_visit';
  const facts = before?.kind === 'sprint' ? sprintState.parse(before) : before && visitState.parse(before);
  const intent = { kind, stretch, ...(facts ?? { isRemoved: true }) } as KernelIntent;
  const look = (at: AuditView): string => JSON.stringify(at.stretches.get(stretch) ?? null);
  return (after) => {
    const left = look(after);
    return { intent, changedBy: (now) => (look(now) === left ? null : { by: null }) };
  };
}

/** The living items of a set, without those below another item of the set. */
export const topmostOf = (view: AuditView, made: ReadonlySet<ItemId>): ItemId[] =>
  [...made].filter((id) => alive(view, id) && !isUnder(view, id, made));

function isUnder(view: AuditView, id: ItemId, those: ReadonlySet<ItemId>): boolean {
  if (those.size === 0) return false;
  for (const above of ancestors(view, id)) if (those.has(above.id)) return true;
  return false;
}

const isDeleted = (node: TreeNode): boolean => node.deleted !== null;

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
