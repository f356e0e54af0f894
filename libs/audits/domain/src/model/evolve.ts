import type { UserId } from '@cotejo/access-contracts';
import {
  newMember,
  NO_CONCLUSION,
  type ItemId,
  type StatusTrail,
  type StoredAuditEvent,
} from '@cotejo/audits-contracts';
import type { DecidedEvent } from './decision.ts';
import { conclusionAfter } from '../conclusion/conclusion-after.ts';
import type { TreeNode, WritableAuditView } from './model.ts';
import { valueField, valuesAfter } from '../items/set-values.ts';
import { marksAfterStatus, marksAfterVoiding, signedWith, withMark } from '../signatures/signatures.ts';
import { stretchesAfter, stretchOf } from '../stretches/stretches-of.ts';
import { subtree } from './tree.ts';

/** A stored event of the kernel. Parsed where it entered (store, wire); trusted here. */
export type StoredKernelEvent = DecidedEvent & Pick<StoredAuditEvent, 'version' | 'actor' | 'at'>;

/** Who changed it and when, in audit versions; remembers the last change by anyone else. */
function stamp(node: TreeNode, event: StoredKernelEvent, field: string | null): TreeNode {
  const stamped: TreeNode = {
    ...node,
    version: event.version,
    changedBy: event.actor,
    fields: field === null ? node.fields : { ...node.fields, [field]: event.version },
  };
  return node.changedBy === event.actor ? stamped : { ...stamped, changedBefore: node.version };
}

function existing(view: WritableAuditView, id: ItemId): TreeNode {
  const node = view.get(id);
  if (!node) throw new Error(`an event speaks of item ${id}, which was never created`);
  return node;
}

type Dates = Pick<TreeNode, 'dates'>;

/** Both days or one of them; no key where there is none. */
const datesOf = ({ startDate, endDate }: { startDate: string | null; endDate: string | null }): Dates =>
  startDate || endDate ? { dates: [startDate, endDate] } : {};

function createdNode({ data, actor, version }: StoredKernelEvent & { type: 'TreeItemCreated' }): TreeNode {
  const { target, refParent, origin, risk } = data;
  return {
    id: data.id,
    type: data.itemType,
    name: data.name,
    code: data.code,
    status: data.status,
    assignee: data.assignee,
    place: [data.parent, data.position],
    createdBy: actor as UserId,
    version,
    changedBy: actor,
    fields: { created: version },
    treatment: null,
    derived: data.derived,
    completedBy: null,
    deleted: null,
    ...datesOf(data),
    ...(target && { target }),
    ...(refParent && { refParent }),
    ...(origin && { origin }),
    ...(risk && { risk }),
  };
}

const NO_OPERATION = { operation: null, operationSince: null, hiddenSince: null } as const;

/** Folds one event of the kernel in. */
export function evolveKernel(view: WritableAuditView, event: StoredKernelEvent): void {
  switch (event.type) {
    case 'AuditCreated': {
      const { audit, account, profile, createdBy, source } = event.data;
      view.setInfo({ audit, account, profile, createdBy, source });
      const { year } = profile;
      view.setAudit({
        status: 'not_started',
        closedOn: null,
        lastClosedOn: null,
        removal: null,
        ...NO_OPERATION,
      });
      view.setAudit({ year, before: null, conclusion: NO_CONCLUSION });
      break;
    }
    case 'AuditStatusChanged': {
      const { from, to, closedOn, year } = event.data;
      const goesBack = to === 'cancelled' || to === 'postponed';
      view.setAudit({
        status: to,
        closedOn,
        ...(closedOn !== null && { lastClosedOn: closedOn }),
        before: goesBack ? { status: from, year: year?.from ?? null } : null,
        ...(year && { year: year.to }),
      });
      break;
    }
    case 'AuditScheduled': {
      const { startDate, endDate } = event.data;
      view.setProfile({ startDate, endDate });
      break;
    }
    case 'TeamMemberAdded':
      view.setMember(event.data.user, newMember(event.data.role));
      break;
    case 'TeamMemberChanged': {
      const { user, from: _, ...state } = event.data;
      view.setMember(user, { ...state, declared: view.members?.get(user)?.declared ?? null });
      break;
    }
    case 'AuditLeaderChanged':
      view.setProfile({ leader: event.data.leader });
      break;
    case 'IndependenceDeclared': {
      const { user, threats } = event.data;
      const member = view.members?.get(user);
      if (member) view.setMember(user, { ...member, declared: { at: event.at, threats } });
      break;
    }
    case 'SprintSet':
    case 'VisitSet':
      view.setStretch(stretchOf(event));
      break;
    case 'TimeRecorded': {
      const { record, ...time } = event.data;
      view.setTimeRecord(record, time);
      break;
    }
    case 'TimeRecordChanged': {
      const { record, from: _, ...time } = event.data;
      view.setTimeRecord(record, time);
      break;
    }
    case 'TimeRecordRemoved':
      view.setTimeRecord(event.data.record, null);
      break;
    case 'AuditRated':
    case 'AuditConcluded':
    case 'ConclusionSigned':
    case 'ConclusionSignatureVoided':
      view.setAudit({ conclusion: conclusionAfter(view.conclusion ?? NO_CONCLUSION, event, event) });
      break;
    case 'AuditDeleted':
      view.setAudit({ removal: { at: event.at, by: event.actor, isPurged: false } });
      break;
    case 'AuditRestored':
      view.setAudit({ removal: null });
      break;
    case 'AuditPurged':
      if (view.removal) view.setAudit({ removal: { ...view.removal, isPurged: true } });
      break;
    case 'OperationStarted':
      view.setAudit({
        operation: event.data.operation,
        operationSince: event.version,
        // An import fills an audit that is there for it: people see it grow.
        hiddenSince: event.data.what === 'copy' ? event.version : null,
      });
      break;
    case 'OperationFinished':
    case 'OperationDiscarded':
      view.setAudit(NO_OPERATION);
      break;
    case 'TreeItemCreated':
      view.put(createdNode(event));
      break;
    case 'TreeItemRenamed': {
      const node = existing(view, event.data.id);
      view.put({ ...stamp(node, event, 'name'), name: event.data.name });
      break;
    }
    case 'TreeItemRecoded': {
      const node = existing(view, event.data.id);
      view.put({ ...stamp(node, event, 'code'), code: event.data.code });
      break;
    }
    case 'TreeItemMoved': {
      const node = existing(view, event.data.id);
      const { refParent, ...moved } = stamp(node, event, 'place');
      const stillRaisedThere = refParent && !event.data.leftRefParent ? { refParent } : {};
      view.put({ ...moved, ...stillRaisedThere, place: [event.data.parent, event.data.position] });
      break;
    }
    case 'TreeItemRenumbered': {
      // No change of the item: whoever signs or deletes it has seen all there is.
      const node = existing(view, event.data.id);
      view.put({ ...node, place: [node.place[0], event.data.position] });
      break;
    }
    case 'TreeItemAssigned': {
      const node = existing(view, event.data.id);
      view.put({ ...stamp(node, event, 'assignee'), assignee: event.data.assignee });
      break;
    }
    case 'ItemStatusChanged': {
      const node = existing(view, event.data.id);
      const { cameFrom: _, ...stamped } = stamp(node, event, 'status');
      const cameFrom = trailAfter(node, event);
      view.put({
        ...signedWith(stamped, marksAfterStatus(node, event.data.to, event)),
        status: event.data.to,
        ...(cameFrom && { cameFrom }),
      });
      break;
    }
    case 'ItemSigned': {
      const { id, mark, content } = event.data;
      const { voidedBy: _, ...node } = stamp(existing(view, id), event, null);
      view.put(signedWith(node, withMark(node.signatures, mark, event, content)));
      break;
    }
    case 'SignaturesVoided': {
      const { id, voided, authors } = event.data;
      const { voidedBy: _, ...node } = stamp(existing(view, id), event, null);
      const unsigned = signedWith(node, marksAfterVoiding(node, voided));
      view.put({ ...unsigned, ...(authors && { voidedBy: authors }) });
      break;
    }
    case 'ItemValuesSet': {
      const { values: before, ...node } = existing(view, event.data.id);
      const values = valuesAfter(before, event.data.values);
      const stamped = stamp(node, event, null);
      const fields = { ...stamped.fields };
      for (const key of Object.keys(event.data.values)) fields[valueField(key)] = event.version;
      view.put({ ...stamped, fields, ...(values && { values }) });
      break;
    }
    case 'TreeItemDeleted': {
      const node = existing(view, event.data.id);
      view.put({ ...stamp(node, event, null), deleted: event.version, deletedAt: event.at });
      break;
    }
    case 'TreeItemRestored': {
      const node = existing(view, event.data.id);
      const { deletedAt: _, ...restored } = stamp(node, event, null);
      view.put({ ...restored, deleted: null });
      break;
    }
    case 'TreeItemPurged':
      view.remove([...subtree(view, event.data.id)].map(({ id }) => id));
      break;
    case 'TreeDocumentCompacted':
      view.setAudit({ lastCompaction: event.version });
      break;
    case 'TreeItemScheduled': {
      const { dates: _, ...node } = stamp(existing(view, event.data.id), event, 'dates');
      view.put({ ...node, ...datesOf(event.data) });
      break;
    }
    case 'TreeItemAllotted': {
      const { id, stretch, isIn } = event.data;
      const { stretches: before, ...node } = stamp(existing(view, id), event, null);
      const stretches = stretchesAfter(before, stretch, isIn);
      view.put({ ...node, ...(stretches && { stretches }) });
      break;
    }
    case 'RiskDescribed': {
      const node = existing(view, event.data.id);
      view.put({ ...stamp(node, event, 'risk'), risk: event.data.risk });
      break;
    }
    case 'FindingTreatmentChosen':
    case 'PlanTreatmentChosen': {
      const node = existing(view, event.data.id);
      view.put({ ...stamp(node, event, 'treatment'), treatment: event.data.treatment });
      break;
    }
  }
  view.setAudit({ version: event.version });
}

/** As long as any way from the first status to the last one. */
const LONGEST_TRAIL = 8;

/** The way that one person went with an item: a step back shortens it, somebody else's step begins another. */
function trailAfter(
  { cameFrom }: TreeNode,
  { actor, data: { from, to } }: StoredKernelEvent & { type: 'ItemStatusChanged' },
): StatusTrail | null {
  const statuses = cameFrom?.by === actor ? cameFrom.statuses : [];
  if (statuses.at(-1) !== to) return { by: actor, statuses: [...statuses, from].slice(-LONGEST_TRAIL) };
  return statuses.length === 1 ? null : { by: actor, statuses: statuses.slice(0, -1) };
}
