import {
  withoutHidden,
  type AuditIntent,
  type ItemId,
  type ItemStatus,
  type KernelEvent,
  type KernelIntent,
  type RiskProfile,
} from '@cotejo/audits-contracts';
import { alive, ancestors, liveSubtree, valueOf, type AuditView, type TreeNode } from '@cotejo/audits-domain';
import { partsOf } from './intent-parts.ts';

/** What an act left behind, and what would take it back as long as nobody changed it since. */
export interface Inverse {
  readonly intent: KernelIntent & { readonly id: ItemId };
  /** Null when the item still is as the act left it; else who changed it, as far as that is known. */
  changedBy(view: AuditView): { readonly by: string | null } | null;
}

interface Noted {
  readonly intent: Inverse['intent'];
  /** What must not have changed since. Never a position: the server may resolve the anchors otherwise. */
  readonly watched: (node: TreeNode) => unknown;
}

const NO_RISK: RiskProfile = { general: null, specific: [], factors: [], objectives: [] };

/** A fact as its event tells it, or the event of a registered slice. */
type Event = KernelEvent | { readonly type: string; readonly data: object };
type UndoneEvent = Extract<KernelEvent, { readonly type: keyof typeof UNDONE }>;
const isUndone = (event: Event): event is UndoneEvent => Object.hasOwn(UNDONE, event.type);

/** Events that can be taken back, and nothing of the others. */
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
  TreeItemDeleted: true,
  TreeItemRestored: true,
  FindingTreatmentChosen: true,
  PlanTreatmentChosen: true,
};

/**
 * Gathers, event by event as they are folded, what takes an act back: also of a batch or a copy, and of what
 * the rules made of it (an original that moved because its risk was deleted). What only follows from
 * something else is not taken back by itself: the derived, and signatures that an edit voided.
 */
export class InverseRecorder {
  private readonly noted: Noted[] = [];
  private readonly restored = new Set<ItemId>();
  private readonly askedStatuses = new Set<string>();

  /**
   * `seen` is the version of the base on which `me` acted; `created` gathers what the whole act makes, of
   * which the intent may be a part.
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
    const { id } = event.data;
    if (event.type === 'TreeItemCreated') {
      if (event.data.derived) return;
      this.created.add(id);
      return this.keep({ kind: 'delete_item', id }, isDeleted);
    }
    const node = view.get(id);
    // What was made by this very act goes as a whole.
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
        // References to nothing that came back with their branch go with it again.
        if (node.derived || isUnder(view, id, this.restored)) return;
        return this.keep({ kind: 'restore_item', id }, isDeleted);
      case 'TreeItemRestored':
        if (node.derived) return;
        this.restored.add(id);
        return this.keep({ kind: 'delete_item', id }, isDeleted);
      // Before the first choice there was none: it is open again.
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

  /** The inverses in the order in which they are to be made; `after` is the view that the whole act left. */
  inverses(after: AuditView): Inverse[] {
    const topmost = new Set(topmostOf(after, this.created));
    return this.noted
      .filter(({ intent: { id } }) => !this.created.has(id) || topmost.has(id))
      .reverse()
      .map((one) => this.inverseOf(one, after));
  }

  private keep(intent: Inverse['intent'], watched: Noted['watched']): void {
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

/** What lives of some items, without what lies under another one that was made. */
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

/** Where an item stands now, said so that it finds back also after its neighbours moved. */
function anchorsOf(view: AuditView, node: TreeNode): { after: ItemId | null; before: ItemId | null } {
  const siblings = view.childrenOf(node.place[0]);
  const index = siblings.indexOf(node.id);
  return { after: siblings[index - 1] ?? null, before: siblings[index + 1] ?? null };
}
