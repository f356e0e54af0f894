import { decodeRecord, treeRecord, type TreeRecord } from '@cotejo/audits-contracts';

/** Reads an item's record of the tree document. Throws on an invalid one, which means a corrupt document. */
export const readRecord = (value: unknown): TreeRecord => treeRecord.parse(decodeRecord(value));
