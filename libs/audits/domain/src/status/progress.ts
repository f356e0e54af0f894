import type { ItemId, ItemStatus, ItemType, RecordType } from '@cotejo/audits-contracts';
import type { AuditView, TreeNode } from '../model/model.ts';
import { isLeftOut } from '../stretches/stretches-of.ts';
import { alive } from '../model/tree.ts';

/** Share of an item's work done at a status, 0–1 (specification 2, section 4). */
export const STATUS_SCORES: Readonly<Partial<Record<ItemStatus, number>>> = {
  new: 0,
  assigned: 0,
  in_progress: 0.4,
  not_discussed: 0.4,
  completed: 0.85,
  review_note: 0.85,
  reviewed: 1,
  not_accepted: 1,
};

/** In an ICCE audit, a completed step counts fully. */
const ICCE_COMPLETED = 1;

const COUNTED: ReadonlySet<ItemType> = new Set<ItemType>([
  'understanding',
  'risk',
  'control',
  'control_test',
  'step',
  'inspection',
  'materiality',
]);

/**
 * Whether a type counts for progress: work items, not findings, plans, surveys or links; in ICCE audits only
 * steps.
 */
export const countsForProgress = (type: ItemType, recordType: RecordType): boolean =>
  recordType === 'icce' ? type === 'step' : COUNTED.has(type);

/** Score of a status in whole percent, so that sums are exact. */
function percentOf(status: ItemStatus | null, recordType: RecordType): number {
  const score =
    recordType === 'icce' && status === 'completed' ? ICCE_COMPLETED : status && STATUS_SCORES[status];
  return Math.round((score ?? 0) * 100);
}

/** Number of counted items with a status, and the percent of work that it stands for. */
export interface ProgressPart {
  readonly status: ItemStatus | null;
  readonly percent: number;
  readonly count: number;
}

export interface ProgressExplained {
  readonly progress: number | null;
  /** Number of counted items. */
  readonly count: number;
  /** Sorted by percent, highest first. */
  readonly parts: readonly ProgressPart[];
}

interface Sum {
  percent: number;
  count: number;
}

const toProgress = ({ percent, count }: Sum): number | null =>
  count === 0 ? null : Math.round((percent * 10) / count) / 10;

/** Whether an item counts: by its type, and not only in sprints that are left out. */
const counts = (view: AuditView, node: TreeNode): boolean =>
  countsForProgress(node.type, view.recordType) && !isLeftOut(view, node);

function addOwn(sum: Sum, node: TreeNode, view: AuditView): void {
  if (!counts(view, node)) return;
  sum.percent += percentOf(node.status, view.recordType);
  sum.count += 1;
}

/**
 * Progress of the audit (null) or of an item with its subtree, 0–100 with one decimal: the mean of the
 * counted items' scores, equally weighted. Null when no item counts or the item is deleted.
 */
export function progressOf(view: AuditView, id: ItemId | null): number | null {
  const sum: Sum = { percent: 0, count: 0 };
  meetCounted(view, id, (node) => addOwn(sum, node, view));
  return toProgress(sum);
}

/** Progress together with its components, to explain the figure to the user. */
export function explainProgress(view: AuditView, id: ItemId | null): ProgressExplained {
  const byStatus = new Map<ItemStatus | null, number>();
  meetCounted(view, id, ({ status }) => byStatus.set(status, (byStatus.get(status) ?? 0) + 1));
  const parts = [...byStatus]
    .map(([status, count]) => ({ status, percent: percentOf(status, view.recordType), count }))
    .sort((a, b) => b.percent - a.percent || String(a.status).localeCompare(String(b.status)));
  const sum = { percent: 0, count: 0 };
  for (const { percent, count } of parts) {
    sum.percent += percent * count;
    sum.count += count;
  }
  return { progress: toProgress(sum), count: sum.count, parts };
}

/** Visits the living items that count, of the audit (null) or of an item with its subtree. */
function meetCounted(view: AuditView, id: ItemId | null, meet: (node: TreeNode) => void): void {
  if (!alive(view, id)) return;
  const own = id === null ? undefined : view.get(id);
  if (own && counts(view, own)) meet(own);
  meetUnder(view, id, meet);
}

function meetUnder(view: AuditView, parent: ItemId | null, meet: (node: TreeNode) => void): void {
  for (const id of view.childrenOf(parent)) {
    const node = view.get(id);
    if (!node || node.deleted !== null) continue;
    if (counts(view, node)) meet(node);
    meetUnder(view, id, meet);
  }
}

/** Number of living items with a type and status, as counted by a database; negative to subtract. */
export interface StatusCount {
  readonly type: ItemType;
  readonly status: ItemStatus | null;
  readonly count: number;
}

/** Progress of an audit from the counts of its living items; equal to `progressOf` of the audit. */
export function progressOfCounts(counts: readonly StatusCount[], recordType: RecordType): number | null {
  const sum: Sum = { percent: 0, count: 0 };
  for (const { type, status, count } of counts) {
    if (!countsForProgress(type, recordType)) continue;
    sum.percent += percentOf(status, recordType) * count;
    sum.count += count;
  }
  return toProgress(sum);
}

/** Progress of the audit (null) and of every living item, in one pass. */
export function progressByItem(view: AuditView): Map<ItemId | null, number | null> {
  const progress = new Map<ItemId | null, number | null>();
  const add = (id: ItemId | null, sum: Sum): void => {
    for (const child of view.childrenOf(id)) {
      const node = view.get(child);
      if (!node || node.deleted !== null) continue;
      const own: Sum = { percent: 0, count: 0 };
      addOwn(own, node, view);
      add(child, own);
      sum.percent += own.percent;
      sum.count += own.count;
    }
    progress.set(id, toProgress(sum));
  };
  add(null, { percent: 0, count: 0 });
  return progress;
}
