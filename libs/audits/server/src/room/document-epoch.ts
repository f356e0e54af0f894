import * as Y from 'yjs';
import { decodeRecord, ITEMS_MAP, PROJECTION_VERSION, type TreeRecord } from '@cotejo/audits-contracts';
import {
  createTreeDocument,
  documentIdOf,
  loadTreeDocument,
  projectAll,
  type AuditState,
} from '@cotejo/audits-domain';

/** A tree document and its id: they change together, with every compaction. */
export interface DocumentEpoch {
  readonly documentId: string;
  readonly document: Y.Doc;
}

/** Id of the document of a state. */
export const documentIdAt = (incarnation: string, { lastCompaction }: AuditState): string =>
  documentIdOf(incarnation, PROJECTION_VERSION, lastCompaction);

/** The document of an audit that nothing was written of yet. */
export const firstEpoch = (incarnation: string, unborn: AuditState): DocumentEpoch => {
  const documentId = documentIdAt(incarnation, unborn);
  return { documentId, document: createTreeDocument(documentId) };
};

/**
 * The document that begins with a compaction, of the state at its version: what only tells that something was
 * there is left behind.
 */
export function nextEpoch(incarnation: string, compacted: AuditState): DocumentEpoch {
  const epoch = firstEpoch(incarnation, compacted);
  projectAll(epoch.document, compacted);
  return epoch;
}

/** The document of a snapshot; null when it does not show what the state of the same snapshot holds. */
export function thawEpoch(documentId: string, update: Uint8Array, state: AuditState): DocumentEpoch | null {
  const document = loadTreeDocument(documentId, update);
  return showsAll(document, state) ? { documentId, document } : null;
}

/**
 * Whether a document shows each item as the state has it, and no other: well-formed bytes may lack some. What a
 * running copy has made so far is in no document.
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

/** Of a record as the document holds it; it is not looked over further, this program wrote it. */
const versionOf = (record: unknown): number | undefined =>
  record === undefined ? undefined : (decodeRecord(record) as Partial<TreeRecord>).version;

/** Dead structs below which a document is left as it is: it opens in a moment all the same. */
const FEW_DEAD = 2_000;

/**
 * Whether a new epoch is worth its price, which is that everybody fetches the document anew. Counted are structs,
 * for whoever opens a document takes in one after the other, the dead (what was overwritten or purged) like the
 * living. With as many dead as living ones opening takes about half as long again; their bytes are few.
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
