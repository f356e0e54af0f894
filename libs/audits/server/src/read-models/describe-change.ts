import type { ItemId, KernelEvent } from '@cotejo/audits-contracts';
import type { ChangeDetail } from './change.entity.ts';

/** What the description may ask of the audit as it stands when the change happens. */
export interface Surroundings {
  /** Name of an item; null for the audit itself and for what is not known. */
  nameOf(id: ItemId | null): string | null;
  readonly operationKind: string | null;
}

/**
 * What the sentence about a change needs, in the order in which `changeRow` of the contracts lists it. People
 * stay ids: names are joined when the log is read, so that a person can be forgotten.
 */
export function describeChange(event: KernelEvent, around: Surroundings): ChangeDetail {
  switch (event.type) {
    case 'AuditCreated': {
      const { profile, source } = event.data;
      return { name: profile.name, code: profile.code, source: source?.title ?? null };
    }
    case 'AuditStatusChanged':
      return { auditStatus: event.data.to, auditStatusFrom: event.data.from, closedOn: event.data.closedOn };
    case 'TeamMemberAdded':
      return { user: event.data.user, teamRole: event.data.role };
    case 'OperationStarted':
      return { what: event.data.what, by: event.data.by };
    case 'OperationFinished':
    case 'OperationDiscarded':
      return { what: around.operationKind };
    case 'TreeItemCreated': {
      const { itemType, parent, status, assignee, derived, copiedFrom } = event.data;
      const copied = copiedFrom !== null;
      return { itemType, parent, parentName: around.nameOf(parent), status, assignee, derived, copied };
    }
    case 'TreeItemRenamed': {
      const { name, from, overwrote } = event.data;
      return { name, from, overwrote };
    }
    case 'TreeItemRecoded':
      return { code: event.data.code, from: event.data.from };
    case 'TreeItemMoved': {
      const { parent, from } = event.data;
      return {
        parent,
        parentName: around.nameOf(parent),
        fromParent: from.parent,
        fromParentName: around.nameOf(from.parent),
        reordered: parent === from.parent,
      };
    }
    case 'TreeItemAssigned':
      return { assignee: event.data.assignee, from: event.data.from };
    case 'ItemStatusChanged':
      return { from: event.data.from, to: event.data.to };
    case 'TreeItemScheduled': {
      const { startDate, endDate, from } = event.data;
      return { startDate, endDate, startDateFrom: from.startDate, endDateFrom: from.endDate };
    }
    case 'TreeItemDeleted':
    case 'TreeItemPurged':
      return { items: event.data.items };
    case 'RiskDescribed':
    case 'TreeItemRestored':
    case 'TreeDocumentCompacted':
      return {};
    case 'FindingTreatmentChosen':
    case 'PlanTreatmentChosen':
      return { treatment: event.data.treatment, treatmentFrom: event.data.from };
  }
}

const LONGEST = 500;

/** For events of slices: the plain values of what happened, without long texts. */
export function describeUnknown(data: Readonly<Record<string, unknown>>): ChangeDetail {
  const detail: Record<string, string | number | boolean | null> = {};
  for (const [key, value] of Object.entries(data)) {
    if (value === null || typeof value === 'number' || typeof value === 'boolean') detail[key] = value;
    else if (typeof value === 'string' && value.length <= LONGEST && key !== 'id') detail[key] = value;
  }
  return detail;
}

/** Values of a detail that are people, by type of change. */
export const PEOPLE_IN_DETAIL: Readonly<Partial<Record<string, readonly string[]>>> = {
  TeamMemberAdded: ['user'],
  OperationStarted: ['by'],
  TreeItemCreated: ['assignee'],
  TreeItemAssigned: ['assignee', 'from'],
};
