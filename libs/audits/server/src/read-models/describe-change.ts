import { valuesDetail, type ItemId, type KernelEvent } from '@cotejo/audits-contracts';
import { z } from 'zod';
import type { ChangeDetail } from './tables/change.entity.ts';

/** Lookups that a description needs, as of the time of the change. */
export interface Surroundings {
  /** Name of an item; null for the audit itself and for unknown items. */
  nameOf(id: ItemId | null): string | null;
  readonly operationKind: string | null;
  /** User shown as the change's author. */
  readonly actor: string;
}

/**
 * Parameters of the sentence that describes a change, in the order in which `changeRow` of the contracts
 * lists them. Users stay ids: names are joined at read time, so that a user's personal data can be erased.
 */
export function describeChange(event: KernelEvent, around: Surroundings): ChangeDetail {
  switch (event.type) {
    case 'AuditCreated': {
      const { profile, source } = event.data;
      return { name: profile.name, code: profile.code, source: source?.title ?? null };
    }
    case 'AuditStatusChanged': {
      const { to, from, closedOn, because, reason, year } = event.data;
      return {
        auditStatus: to,
        auditStatusFrom: from,
        closedOn,
        ...(because && { because }),
        ...(reason !== undefined && { reason }),
        ...(year && { year: year.to, yearFrom: year.from }),
      };
    }
    case 'AuditRated':
      return { rating: event.data.rating?.name ?? null, ratingFrom: event.data.from?.name ?? null };
    case 'AuditConcluded': {
      const { text, from } = event.data;
      return { text: clipped(text), textFrom: clipped(from), isEmpty: text === '', wasEmpty: from === '' };
    }
    case 'ConclusionSigned':
      return { seen: event.data.seen };
    case 'ConclusionSignatureVoided':
      return { because: event.data.because, by: event.data.by };
    case 'AuditDeleted':
      return event.data.reason === undefined ? {} : { reason: event.data.reason };
    case 'TeamMemberAdded':
      return { user: event.data.user, teamRole: event.data.role };
    case 'TeamMemberChanged': {
      // Without the cost: the log is read by users to whom the team does not show it.
      const { user, role, isActive, budgetedMinutes, startDate, endDate, from } = event.data;
      return {
        ...{ user, teamRole: role, teamRoleFrom: from.role, isActive, isActiveFrom: from.isActive },
        ...{ hours: budgetedMinutes / 60, startDate, endDate },
      };
    }
    case 'AuditLeaderChanged':
      return { leader: event.data.leader };
    case 'IndependenceDeclared':
      return { hasThreats: event.data.threats !== null };
    case 'SprintSet':
    case 'VisitSet': {
      const { name, isRemoved, startDate, endDate, from } = event.data;
      return {
        ...{ name, isRemoved, startDate, endDate, isNew: from === null },
        ...{ wasRemoved: from?.isRemoved ?? false },
        ...('countsForProgress' in event.data && { counts: event.data.countsForProgress }),
      };
    }
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
    case 'ItemValuesSet':
      return valuesDetail(event.data);
    case 'ItemSigned':
      return { mark: event.data.mark, seen: event.data.seen };
    case 'SignaturesVoided': {
      const { voided, because, authors = [] } = event.data;
      // If the actor is among the authors, the other authors are not listed.
      const writers = (authors.some((author) => author === around.actor) ? [] : authors)
        .slice(0, MOST_NAMED)
        .map((author, index): [string, string] => [nameInDetail('author', index), author]);
      const people = voided.slice(0, MOST_NAMED).flatMap(({ by, mark }, index): [string, string][] => [
        [nameInDetail('by', index), by],
        [nameInDetail('mark', index), mark],
      ]);
      return { because, voided: voided.length, ...Object.fromEntries<string>([...people, ...writers]) };
    }
    case 'AuditScheduled':
    case 'TreeItemScheduled': {
      const { startDate, endDate, from } = event.data;
      return { startDate, endDate, startDateFrom: from.startDate, endDateFrom: from.endDate };
    }
    case 'TreeItemAllotted': {
      const { kind, name, stretch, isIn } = event.data;
      return { kind, name, stretch, isIn };
    }
    case 'TreeItemDeleted':
    case 'TreeItemPurged':
      return { items: event.data.items };
    // Hours of a person are shown to them and to users who may edit the team; the log, to all readers of the plan.
    case 'TimeRecorded':
    case 'TimeRecordChanged':
    case 'TimeRecordRemoved':
    case 'RiskDescribed':
    case 'AuditRestored':
    case 'AuditPurged':
    case 'TreeItemRestored':
    case 'TreeItemRenumbered':
    case 'TreeDocumentCompacted':
      return {};
    case 'FindingTreatmentChosen':
    case 'PlanTreatmentChosen':
      return { treatment: event.data.treatment, treatmentFrom: event.data.from };
  }
}

/** Maximum of signers, and of authors, listed in a log row. */
const MOST_NAMED = 20;

const authorsOf = z.array(z.string());

/** Authors named by an event except `actor`; null for none. */
export function othersWhoDid(
  data: Readonly<Record<string, unknown>>,
  actor: string,
): readonly string[] | null {
  const others = authorsOf
    .catch([])
    .parse(data['authors'])
    .filter((author) => author !== actor);
  return others.length === 0 ? null : [...new Set(others)];
}

/** Numbered keys: `by`, `by2`, `by3`… */
const nameInDetail = (name: string, index: number): string => (index === 0 ? name : `${name}${index + 1}`);

const LONGEST = 500;

const clipped = (text: string): string => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`);

/**
 * Description of a slice's event: its primitive values without long texts, and its authors other than
 * `actor`.
 */
export function describeUnknown(data: Readonly<Record<string, unknown>>, actor: string): ChangeDetail {
  const detail: Record<string, string | number | boolean | null> = {};
  const authors = authorsOf.catch([]).parse(data['authors']);
  const others = authors.filter((author) => author !== actor).slice(0, MOST_NAMED);
  others.forEach((author, index) => (detail[nameInDetail('author', index)] = author));
  if (others.length > 0) detail['together'] = authors.includes(actor);
  for (const [key, value] of Object.entries(data)) {
    if (value === null || typeof value === 'number' || typeof value === 'boolean') detail[key] = value;
    else if (typeof value === 'string' && value.length <= LONGEST && key !== 'id') detail[key] = value;
  }
  return detail;
}

/** Keys of a detail that hold user ids, by type of change. */
export const PEOPLE_IN_DETAIL: Readonly<Partial<Record<string, readonly string[]>>> = {
  ConclusionSignatureVoided: ['by'],
  TeamMemberAdded: ['user'],
  TeamMemberChanged: ['user'],
  AuditLeaderChanged: ['leader'],
  OperationStarted: ['by'],
  TreeItemCreated: ['assignee'],
  TreeItemAssigned: ['assignee', 'from'],
  SignaturesVoided: Array.from({ length: MOST_NAMED }, (_, index) => [
    nameInDetail('by', index),
    nameInDetail('author', index),
  ]).flat(),
  TextRevised: Array.from({ length: MOST_NAMED }, (_, index) => nameInDetail('author', index)),
};
