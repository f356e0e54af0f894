import { userId } from '@cotejo/access-contracts';
import {
  addedEntry,
  changedValues,
  findingTreatment,
  isSignedContent,
  itemId,
  itemStatus,
  planTreatment,
  stretchId,
  type ChangeRow,
  type ItemId,
  type ItemValue,
  type KernelIntent,
} from '@cotejo/audits-contracts';
import { signsAnew, valueOf, type AuditView, type TreeNode } from '@cotejo/audits-domain';

/** A new change that reverts an earlier one. */
export interface Restoring {
  readonly intent: KernelIntent;
  /** The item already has the earlier value. */
  readonly isSo: boolean;
  /** The change would void signatures of the worksheet. */
  readonly voids?: boolean;
}

const sameDays = (node: TreeNode, start: string | null, end: string | null): boolean =>
  (node.dates?.[0] ?? null) === start && (node.dates?.[1] ?? null) === end;

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * The intent that returns an item to its state before a change; null for changes that cannot be reverted:
 * signatures, notes, texts (which have their own revisions), entries added to lists, and purged items.
 */
export function restoringOf(view: AuditView, row: ChangeRow): Restoring | null {
  const id = itemId.safeParse(row.item?.id).data;
  const node = id && view.get(id);
  if (!id || !node) return null;
  const { detail } = row;
  switch (row.type) {
    case 'ItemValuesSet':
      // Reverting it would remove the entry with everything written in it since.
      if (addedEntry(row)) return null;
      return valuesRestored(
        node,
        changedValues(row).map(({ key, from }) => [key, from]),
      );
    case 'TreeItemRenamed': {
      const name = textOr(detail['from']);
      return name === null ? null : { intent: { kind: 'rename_item', id, name }, isSo: node.name === name };
    }
    case 'TreeItemRecoded': {
      const code = textOr(detail['from']);
      return { intent: { kind: 'recode_item', id, code }, isSo: node.code === code };
    }
    case 'TreeItemMoved': {
      // The change log does not store positions among siblings.
      if (detail['reordered'] === true) return null;
      const parent = textOr(detail['fromParent']) as ItemId | null;
      return { intent: { kind: 'move_item', id, parent }, isSo: node.place[0] === parent };
    }
    case 'TreeItemAssigned': {
      const assignee = userId.nullable().safeParse(detail['from'] ?? null).data;
      if (assignee === undefined) return null;
      return { intent: { kind: 'assign_item', id, assignee }, isSo: node.assignee === assignee };
    }
    case 'TreeItemAllotted': {
      const stretch = stretchId.safeParse(detail['stretch']).data;
      const isIn = detail['isIn'] !== true;
      if (!stretch) return null;
      return {
        intent: { kind: 'allot_item', id, stretch, isIn },
        isSo: (node.stretches ?? []).includes(stretch) === isIn,
      };
    }
    case 'TreeItemScheduled': {
      const [startDate, endDate] = [textOr(detail['startDateFrom']), textOr(detail['endDateFrom'])];
      return {
        intent: { kind: 'schedule_item', id, startDate, endDate },
        isSo: sameDays(node, startDate, endDate),
      };
    }
    case 'ItemStatusChanged': {
      const to = itemStatus.safeParse(detail['from']).data;
      // A signature requires an explicit action and is never set by reverting a change.
      if (!to || node.status === null || signsAnew(node, to)) return null;
      return { intent: { kind: 'change_status', id, from: node.status, to }, isSo: node.status === to };
    }
    case 'FindingTreatmentChosen': {
      const treatment = findingTreatment.nullable().safeParse(detail['treatmentFrom'] ?? null).data;
      if (treatment === undefined) return null;
      return {
        intent: { kind: 'choose_finding_treatment', id, treatment },
        isSo: node.treatment === treatment,
      };
    }
    case 'PlanTreatmentChosen': {
      const treatment = planTreatment.nullable().safeParse(detail['treatmentFrom'] ?? null).data;
      if (treatment === undefined) return null;
      return { intent: { kind: 'choose_plan_treatment', id, treatment }, isSo: node.treatment === treatment };
    }
    case 'TreeItemDeleted':
      return { intent: { kind: 'restore_item', id, withAncestors: true }, isSo: node.deleted === null };
    default:
      return null;
  }
}

/** Reverts values of an item. */
export function valuesRestored(
  node: TreeNode,
  before: readonly (readonly [key: string, value: ItemValue])[],
): Restoring | null {
  if (before.length === 0) return null;
  return {
    intent: { kind: 'set_values', id: node.id, values: Object.fromEntries(before) },
    isSo: before.every(([key, value]) => valueOf(node.values, key) === value),
    voids: (node.signatures ?? []).length > 0 && before.some(([key]) => isSignedContent(key)),
  };
}
