import * as Y from 'yjs';
import { ITEMS_MAP, META_MAP, type AuditRecord, type ItemId } from '@cotejo/audits-contracts';
import { AuditMirror } from '../audit-mirror.ts';
import { AUDIT_KEY } from '../project.ts';
import { readRecord } from '../read-record.ts';
import { counted, holds } from './canonical.ts';
import type { History } from './history.ts';
import type { SimulatedClient } from './simulated-client.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { SimulatedStore } from './simulated-store.ts';

/** What a tree document shows. */
function mirrorOf(doc: Y.Doc): AuditMirror {
  const mirror = new AuditMirror();
  for (const [id, record] of doc.getMap(ITEMS_MAP)) mirror.applyRecord(id as ItemId, readRecord(record));
  const audit = doc.getMap<AuditRecord>(META_MAP).get(AUDIT_KEY);
  if (audit) mirror.applyAudit(audit);
  return mirror;
}

/** All that a document shows, as one string. */
export const shownBy = (doc: Y.Doc): string => counted(mirrorOf(doc), doc.getMap(ITEMS_MAP).size);

/**
 * The histories of which bases are prefixes: one for each time that the store was restored. Documents tell to
 * which they belong by the client id of their only writer.
 */
export class Lines {
  private readonly seenBy = new Map<number, readonly string[]>();
  private readonly documents = new Set<string>();

  constructor(
    private readonly store: SimulatedStore,
    private readonly history: History,
  ) {}

  /** Learns which documents there are now. */
  note(nodes: readonly SimulatedNode[]): void {
    for (const { room } of nodes) {
      if (!room || this.documents.has(`${this.store.incarnation}/${room.documentId}`)) continue;
      this.documents.add(`${this.store.incarnation}/${room.documentId}`);
      this.seenBy.set(room.doc.clientID, this.history.shown);
    }
  }

  /** The base of a client is what the server once showed to everybody, at no older version than it says. */
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
