import * as Y from 'yjs';
import {
  encodeRecord,
  ITEMS_MAP,
  META_MAP,
  type AuditRecord,
  type ItemId,
  type ItemValues,
  type Signature,
  type Stretch,
  type StoredAuditEvent,
  type TreeRecord,
} from '@cotejo/audits-contracts';
import type { AuditState } from './audit-state.ts';
import type { TreeNode } from './model.ts';
import { VALUE_FIELD } from '../items/set-values.ts';

/** Key of the audit's own record in the document's `meta` map. */
export const AUDIT_KEY = 'audit';

/** Key of the sprints and visits in the document's `meta` map; absent while there are none. */
export const STRETCHES_KEY = 'stretches';

/** Transaction origin of the projection's writes, for observers. */
export const PROJECTION_ORIGIN = 'projection';

/**
 * Id of a tree document: documents with the same id are byte-identical at the same version. `lastCompaction`
 * is the version of the last compaction, -1 without one.
 */
export function documentIdOf(incarnation: string, projectionVersion: number, lastCompaction: number): string {
  const id = `${incarnation}.${projectionVersion}.${lastCompaction}`;
  if (id.length > 64) throw new Error(`document id too long: ${id}`);
  return id;
}

/**
 * Yjs client id of the only writer: derived from the document's id, so that every node writes the same bytes.
 */
function clientIdOf(documentId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < documentId.length; index++)
    hash = Math.imul(hash ^ documentId.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** An empty tree document for `project`. */
export function createTreeDocument(documentId: string): Y.Doc {
  const doc = new Y.Doc({ gc: true });
  doc.clientID = clientIdOf(documentId);
  return doc;
}

/**
 * A tree document from its encoded state, for further writing. The client id is set after the state is
 * applied: when Yjs receives updates by its own client id, it assumes a second instance and picks another id.
 */
export function loadTreeDocument(documentId: string, update: Uint8Array): Y.Doc {
  const doc = new Y.Doc({ gc: true });
  Y.applyUpdate(doc, update, PROJECTION_ORIGIN);
  doc.clientID = clientIdOf(documentId);
  return doc;
}

/** Fixed order of fields, regardless of the order in a snapshot's JSON. */
const FIELD_ORDER = ['created', 'name', 'code', 'place', 'assignee', 'status', 'treatment', 'dates', 'risk'];

/**
 * An item's record in the document: fixed keys in a fixed order. Any change here requires a new
 * PROJECTION_VERSION.
 */
export function recordOf(node: TreeNode): TreeRecord {
  const fields: Record<string, number> = {};
  for (const field of FIELD_ORDER) {
    const version = node.fields[field];
    if (version !== undefined) fields[field] = version;
  }
  for (const field of Object.keys(node.fields).sort())
    if (field.startsWith(VALUE_FIELD)) fields[field] = node.fields[field] ?? 0;
  return {
    type: node.type,
    name: node.name,
    code: node.code,
    status: node.status,
    assignee: node.assignee,
    place: [node.place[0], node.place[1]],
    createdBy: node.createdBy,
    version: node.version,
    changedBy: node.changedBy,
    ...(node.changedBefore === undefined ? {} : { changedBefore: node.changedBefore }),
    fields,
    treatment: node.treatment,
    derived: node.derived,
    completedBy: node.completedBy,
    deleted: node.deleted,
    ...rareFactsOf(node),
  };
}

/** Optional facts, in the record's order; omitted when absent. */
function rareFactsOf(node: TreeNode): Partial<TreeRecord> {
  const { deletedAt, dates, target, refParent, origin, risk, cameFrom, values, signatures, voidedBy } = node;
  const { stretches } = node;
  return {
    ...(deletedAt === undefined ? {} : { deletedAt }),
    ...(dates === undefined ? {} : { dates: [dates[0], dates[1]] }),
    ...(target === undefined ? {} : { target: { audit: target.audit, item: target.item } }),
    ...(refParent === undefined ? {} : { refParent }),
    ...(origin === undefined ? {} : { origin }),
    ...(risk === undefined
      ? {}
      : {
          risk: {
            general: risk.general,
            specific: risk.specific,
            factors: risk.factors,
            objectives: risk.objectives,
          },
        }),
    ...(cameFrom === undefined ? {} : { cameFrom: { by: cameFrom.by, statuses: cameFrom.statuses } }),
    ...(values === undefined ? {} : { values: inOrder(values) }),
    ...(signatures === undefined ? {} : { signatures: signatures.map(signatureOf) }),
    ...(voidedBy === undefined ? {} : { voidedBy }),
    ...(stretches === undefined ? {} : { stretches }),
  };
}

const inOrder = (values: ItemValues): ItemValues =>
  Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));

const signatureOf = ({ mark, by, at, version, content }: Signature): Signature => ({
  mark,
  by,
  at,
  version,
  ...(content === undefined ? {} : { content }),
});

const auditRecordOf = (state: AuditState, version: number): AuditRecord => ({
  recordType: state.recordType,
  status: state.status,
  closedOn: state.closedOn,
  operation: state.operation,
  ...(state.removal && {
    removal: { at: state.removal.at, by: state.removal.by, isPurged: state.removal.isPurged },
  }),
  version,
});

/** Fixed order of fields, regardless of the order in a snapshot's JSON. */
const stretchesIn = (state: AuditState): Stretch[] =>
  [...state.stretches.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(stretchInOrder);

function stretchInOrder(stretch: Stretch): Stretch {
  const { id, createdBy, name, startDate, endDate, position, isRemoved } = stretch;
  const planned = { name, startDate, endDate, position, isRemoved };
  if (stretch.kind === 'visit')
    return { kind: 'visit', id, createdBy, ...planned, members: [...stretch.members] };
  const { objective, scope, countsForProgress } = stretch;
  return { kind: 'sprint', id, createdBy, ...planned, objective, scope, countsForProgress };
}

/**
 * Writes the change of one event, after it was folded into `state`: at most one `Y.Map.set` in one
 * transaction. A purge deletes the entries of its branch instead; items of a copy between audits are written
 * all at once when it ends. Fold and project event by event: documents are identical across nodes only if
 * built by the same sets in the same order since their epoch began. An outer transaction around several calls
 * (one update per batch) yields the same document.
 */
export function project(doc: Y.Doc, state: AuditState, event: StoredAuditEvent): void {
  switch (event.type) {
    case 'AuditCreated':
    case 'AuditStatusChanged':
    case 'AuditDeleted':
    case 'AuditRestored':
    case 'AuditPurged':
    case 'OperationStarted':
    case 'OperationFinished':
    case 'OperationDiscarded':
      doc.transact(() => {
        const items = doc.getMap(ITEMS_MAP);
        for (const id of state.revealedNow) {
          const node = state.get(id);
          if (node) items.set(id, encodeRecord(recordOf(node)));
        }
        doc.getMap(META_MAP).set(AUDIT_KEY, auditRecordOf(state, event.version));
      }, PROJECTION_ORIGIN);
      return;
    case 'TreeItemCreated':
    case 'TreeItemRenamed':
    case 'TreeItemRecoded':
    case 'TreeItemMoved':
    case 'TreeItemRenumbered':
    case 'TreeItemAssigned':
    case 'ItemStatusChanged':
    case 'ItemSigned':
    case 'SignaturesVoided':
    case 'ItemValuesSet':
    case 'TreeItemScheduled':
    case 'TreeItemAllotted':
    case 'RiskDescribed':
    case 'TreeItemDeleted':
    case 'TreeItemRestored':
    case 'FindingTreatmentChosen':
    case 'PlanTreatmentChosen': {
      const id = event.data['id'] as ItemId;
      const node = state.get(id);
      if (!node) throw new Error(`an event speaks of item ${id}, which was never created`);
      if (state.isUnfinished(node)) return;
      doc.transact(() => {
        doc.getMap(ITEMS_MAP).set(id, encodeRecord(recordOf(node)));
      }, PROJECTION_ORIGIN);
      return;
    }
    case 'SprintSet':
    case 'VisitSet':
      doc.transact(() => {
        doc.getMap(META_MAP).set(STRETCHES_KEY, stretchesIn(state));
      }, PROJECTION_ORIGIN);
      return;
    case 'TreeItemPurged':
      doc.transact(() => {
        const items = doc.getMap(ITEMS_MAP);
        for (const id of state.removedNow) items.delete(id);
      }, PROJECTION_ORIGIN);
      return;
  }
}

/**
 * Writes a whole state into an empty document in one transaction, at the beginning of an epoch. Items are
 * written in order of id, so that the bytes depend on the state alone.
 */
export function projectAll(doc: Y.Doc, state: AuditState): void {
  const nodes = [...state.nodes()].sort((a, b) => (a.id < b.id ? -1 : 1));
  doc.transact(() => {
    const items = doc.getMap(ITEMS_MAP);
    for (const node of nodes) if (!state.isUnfinished(node)) items.set(node.id, encodeRecord(recordOf(node)));
    const meta = doc.getMap(META_MAP);
    meta.set(AUDIT_KEY, auditRecordOf(state, state.operationSince ?? state.version));
    if (state.stretches.size > 0) meta.set(STRETCHES_KEY, stretchesIn(state));
  }, PROJECTION_ORIGIN);
}
