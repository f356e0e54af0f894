import {
  auditRecord,
  ITEMS_MAP,
  itemId,
  META_MAP,
  treeRecord,
  type AuditRecord,
  type ItemId,
  type TreeRecord,
} from '@cotejo/audits-contracts';
import { AUDIT_KEY } from '@cotejo/audits-domain';
import type * as Y from 'yjs';

export interface DocumentListener {
  onRecord(id: ItemId, record: TreeRecord): void;
  onAudit(record: AuditRecord): void;
}

/**
 * Reads a tree document, then follows it; the answer stops that. Throws on a record of another shape:
 * the document's id promises its projection's version, so it would be corrupt.
 */
export function followDocument(doc: Y.Doc, listener: DocumentListener): () => void {
  const items = doc.getMap(ITEMS_MAP);
  const meta = doc.getMap(META_MAP);
  const takeItem = (key: string) => listener.onRecord(itemId.parse(key), treeRecord.parse(items.get(key)));
  const takeAudit = () => {
    const record = meta.get(AUDIT_KEY);
    if (record !== undefined) listener.onAudit(auditRecord.parse(record));
  };
  const onItems = (event: Y.YMapEvent<unknown>) =>
    (event.keysChanged as Set<string>).forEach((key) => takeItem(key));
  items.observe(onItems);
  meta.observe(takeAudit);
  takeAudit();
  for (const key of items.keys()) takeItem(key);
  return () => {
    items.unobserve(onItems);
    meta.unobserve(takeAudit);
  };
}
