import {
  auditRecord,
  decodeRecord,
  treeRecord,
  type AuditRecord,
  type TreeRecord,
} from '@cotejo/audits-contracts';

/** An item as the tree document holds it. Throws when it is none: then the document is not ours. */
export const readRecord = (value: unknown): TreeRecord => treeRecord.parse(decodeRecord(value));

/** The audit's own entry of the tree document. Throws when it is none. */
export const readAuditRecord = (value: unknown): AuditRecord => auditRecord.parse(value);
