import * as Y from 'yjs';
import { decodeRecord, ITEMS_MAP, PROJECTION_VERSION, type TreeRecord } from '@cotejo/audits-contracts';
import {
  createTreeDocument,
  documentIdOf,
  loadTreeDocument,
  projectAll,
  type AuditState,
} from '@cotejo/audits-domain';

/** A tree document with its id; every compaction replaces both. */
export interface DocumentEpoch {
  readonly documentId: string;
  readonly document: Y.Doc;
}

/** Id of the tree document for a state. */
export const documentIdAt = (incarnation: string, { lastCompaction }: AuditState): string =>
  documentIdOf(incarnation, PROJECTION_VERSION, lastCompaction);

/** The empty document of an audit without events. */
export const firstEpoch = (incarnation: string, unborn: AuditState): DocumentEpoch => {
  const documentId = documentIdAt(incarnation, unborn);
  return { documentId, document: createTreeDocument(documentId) };
};

/**
 * The document after a compaction, projected from the state at that version, so that tombstones of deleted
 * content are left behind.
 */
export function nextEpoch(incarnation: string, compacted: AuditState): DocumentEpoch {
  const epoch = firstEpoch(incarnation, compacted);
  projectAll(epoch.document, compacted);
  return epoch;
}

/** The document of a snapshot; null when it does not match the state of the same snapshot. */
export function thawEpoch(documentId: string, update: Uint8Array, state: AuditState): DocumentEpoch | null {
  const document = loadTreeDocument(documentId, update);
  return showsAll(document, state) ? { documentId, document } : null;
}

/**
 * Whether the document shows every item at the state's version and no other items: well-formed bytes may be
 * incomplete. Items of an unfinished copy are in no document.
 */
function showsAll(document: Y.Doc, state: AuditState): boolean {
  const items = document.getMap(ITEMS_MAP);
  let count = 0;
  for (const node of state.nodes()) {
    if (state.isUnfinished(node)) continue;
    if (versionOf(items.get(node.id)) !== node.version) return false;
    count++;
  }
  return items.size === count;
}

/** Version in a record of the document; not validated further, because this program wrote the record. */
const versionOf = (record: unknown): number | undefined =>
  record === undefined ? undefined : (decodeRecord(record) as Partial<TreeRecord>).version;

/** Number of dead structs below which a document is not compacted: it opens fast enough. */
const FEW_DEAD = 2_000;

/**
 * Whether compaction is worth its price: every client downloads the document again. The measure is Yjs
 * structs, because opening a document integrates each of them, dead ones (overwritten or purged) like living
 * ones. With as many dead as living structs, opening takes about half as long again; their bytes are few.
 */
export function isWorthCompacting(document: Y.Doc): boolean {
  let [living, dead] = [0, 0];
  for (const structs of document.store.clients.values()) {
    for (const { deleted } of structs) {
      if (deleted) dead++;
      else living++;
    }
  }
  return dead >= FEW_DEAD && dead > living;
}
