import {
  auditRecord,
  ITEMS_MAP,
  META_MAP,
  stretchRecords,
  type AuditRecord,
  type ItemId,
  type Stretch,
  type TreeRecord,
} from '@cotejo/audits-contracts';
import { AUDIT_KEY, STRETCHES_KEY } from '@cotejo/audits-domain';
import type * as Y from 'yjs';
import { readItemId, readTreeRecord } from './read-tree-record.ts';

export interface DocumentListener {
  onRecord(id: ItemId, record: TreeRecord): void;
  /** The item was removed from the document. */
  onGone(id: ItemId): void;
  onAudit(record: AuditRecord): void;
  onStretches(stretches: readonly Stretch[]): void;
  /** A record does not match its schema; the document is corrupt and is not followed any more. */
  onCorrupt(error: unknown): void;
}

/** Reads a tree document and then observes it; the returned function stops that. */
export function followDocument(doc: Y.Doc, listener: DocumentListener): () => void {
  const items = doc.getMap(ITEMS_MAP);
  const meta = doc.getMap(META_MAP);
  let isStopped = false;
  const stop = () => {
    if (isStopped) return;
    isStopped = true;
    items.unobserve(onItems);
    meta.unobserve(onMeta);
  };
  /** Reads everything before the first callback, so that a corrupt record is found before any is applied. */
  const take = <T>(read: () => T, tell: (found: T) => void) => {
    let found: T;
    try {
      found = read();
    } catch (error) {
      stop();
      listener.onCorrupt(error);
      return;
    }
    tell(found);
  };
  const takeItems = (keys: Iterable<string>) =>
    take(
      () => Array.from(keys, (key) => [readItemId(key), readItem(items.get(key))] as const),
      (found) => {
        for (const [id, record] of found) {
          if (record === null) listener.onGone(id);
          else listener.onRecord(id, record);
        }
      },
    );
  const takeAudit = () =>
    take(
      () => {
        const record = meta.get(AUDIT_KEY);
        return record === undefined ? null : auditRecord.parse(record);
      },
      (record) => record && listener.onAudit(record),
    );
  const takeStretches = () =>
    take(
      () => {
        const records = meta.get(STRETCHES_KEY);
        return records === undefined ? [] : stretchRecords.parse(records);
      },
      (stretches) => listener.onStretches(stretches),
    );
  const onItems = (event: Y.YMapEvent<unknown>) => takeItems(event.keysChanged as Set<string>);
  const onMeta = ({ keysChanged }: Y.YMapEvent<unknown>) => {
    if (keysChanged.has(AUDIT_KEY)) takeAudit();
    if (keysChanged.has(STRETCHES_KEY)) takeStretches();
  };
  items.observe(onItems);
  meta.observe(onMeta);
  takeAudit();
  takeStretches();
  takeItems(items.keys());
  return stop;
}

const readItem = (value: unknown): TreeRecord | null => (value === undefined ? null : readTreeRecord(value));
