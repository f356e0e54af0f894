import { valuesDetail, type ItemId, type KernelEvent } from '@cotejo/audits-contracts';
import { z } from 'zod';
import type { ChangeDetail } from './change.entity.ts';

/** What the description may ask of the audit as it stands when the change happens. */
export interface Surroundings {
  /** Name of an item; null for the audit itself and for what is not known. */
  nameOf(id: ItemId | null): string | null;
  readonly operationKind: string | null;
  /** Who is said to have made the change. */
  readonly actor: string;
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
    case 'ItemValuesSet':
      return valuesDetail(event.data);
    case 'ItemSigned':
      return { mark: event.data.mark, seen: event.data.seen };
    case 'SignaturesVoided': {
      const { voided, because, authors = [] } = event.data;
      // Where one of them is said to have done it, nobody else is named beside.
      const writers = (authors.some((author) => author === around.actor) ? [] : authors)
        .slice(0, MOST_NAMED)
        .map((author, index): [string, string] => [nameInDetail('author', index), author]);
      const people = voided.slice(0, MOST_NAMED).flatMap(({ by, mark }, index): [string, string][] => [
        [nameInDetail('by', index), by],
        [nameInDetail('mark', index), mark],
      ]);
      return { because, voided: voided.length, ...Object.fromEntries<string>([...people, ...writers]) };
    }
    case 'TreeItemScheduled': {
      const { startDate, endDate, from } = event.data;
      return { startDate, endDate, startDateFrom: from.startDate, endDateFrom: from.endDate };
    }
    case 'TreeItemDeleted':
    case 'TreeItemPurged':
      return { items: event.data.items };
    case 'RiskDescribed':
    case 'TreeItemRestored':
    case 'TreeItemRenumbered':
    case 'TreeDocumentCompacted':
      return {};
    case 'FindingTreatmentChosen':
    case 'PlanTreatmentChosen':
      return { treatment: event.data.treatment, treatmentFrom: event.data.from };
  }
}

/** Signers, and writers, that a row of the log names. */
const MOST_NAMED = 20;

const authorsOf = z.array(z.string());

/** Everybody but `actor` among the authors that an event names; null for none. */
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

/** `by`, `by2`, `by3`… */
const nameInDetail = (name: string, index: number): string => (index === 0 ? name : `${name}${index + 1}`);

const LONGEST = 500;

/**
 * For events of slices: the plain values of what happened, without long texts, and its authors, where it has more of
 * them, or others, than `actor`.
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

/** Values of a detail that are people, by type of change. */
export const PEOPLE_IN_DETAIL: Readonly<Partial<Record<string, readonly string[]>>> = {
  TeamMemberAdded: ['user'],
  OperationStarted: ['by'],
  TreeItemCreated: ['assignee'],
  TreeItemAssigned: ['assignee', 'from'],
  SignaturesVoided: Array.from({ length: MOST_NAMED }, (_, index) => [
    nameInDetail('by', index),
    nameInDetail('author', index),
  ]).flat(),
  TextRevised: Array.from({ length: MOST_NAMED }, (_, index) => nameInDetail('author', index)),
};
