import { decodeRecord, treeRecord, type TreeRecord } from '@cotejo/audits-contracts';

/** An item as the tree document holds it. Throws when it is none: then the document is not ours. */
export const readRecord = (value: unknown): TreeRecord => treeRecord.parse(decodeRecord(value));
