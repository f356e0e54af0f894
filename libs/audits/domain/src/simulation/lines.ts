import * as Y from 'yjs';
import { ITEMS_MAP, META_MAP, type AuditRecord, type ItemId } from '@cotejo/audits-contracts';
import { AuditMirror } from '../model/audit-mirror.ts';
import { AUDIT_KEY } from '../model/project.ts';
import { readRecord } from '../model/read-record.ts';
import { counted, holds } from './canonical.ts';
import type { History } from './history.ts';
import type { SimulatedClient } from './simulated-client.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { SimulatedStore } from './simulated-store.ts';

/** View of a tree document. */
function mirrorOf(doc: Y.Doc): AuditMirror {
  const mirror = new AuditMirror();
  for (const [id, record] of doc.getMap(ITEMS_MAP)) mirror.applyRecord(id as ItemId, readRecord(record));
  const audit = doc.getMap<AuditRecord>(META_MAP).get(AUDIT_KEY);
  if (audit) mirror.applyAudit(audit);
  return mirror;
}

/** Everything that a document shows, as one string. */
export const shownBy = (doc: Y.Doc): string => counted(mirrorOf(doc), doc.getMap(ITEMS_MAP).size);

/**
 * The histories that clients' bases are prefixes of; a restore of the store begins a new one. A document is
 * assigned to its history by the client id of its only writer.
 */
export class Lines {
  private readonly seenBy = new Map<number, readonly string[]>();
  private readonly documents = new Set<string>();

  constructor(
    private readonly store: SimulatedStore,
    private readonly history: History,
  ) {}

  /** Registers the documents that the nodes hold now. */
  note(nodes: readonly SimulatedNode[]): void {
    for (const { room } of nodes) {
      if (!room || this.documents.has(`${this.store.incarnation}/${room.documentId}`)) continue;
      this.documents.add(`${this.store.incarnation}/${room.documentId}`);
      this.seenBy.set(room.doc.clientID, this.history.shown);
    }
  }

  /** A client's base equals the visible state at some version, not older than the version it claims. */
  checkPrefix({ base, version }: SimulatedClient): void {
    if (version < 0) return;
    const writers = [...base.store.clients.keys()];
    holds(writers.length === 1, 'a base has one writer');
    const seen = this.seenBy.get(writers[0] ?? -1);
    holds(seen !== undefined, 'a base is of a document that there was');
    holds(base.store.pendingStructs === null, 'nothing waits for what never comes');
    const shown = shownBy(base);
    holds(seen[version] === shown || seen.includes(shown, version), 'a base is a prefix of the history');
  }
}
