import * as Y from 'yjs';
import type { TextLimits } from './text-host.ts';

/** Size of a document, and whether it may grow. */
export class TextSize {
  /** Whether `known` is the encoded document's size: measuring is slow, and every row invalidates it. */
  private isMeasured = false;

  constructor(
    private readonly document: Y.Doc,
    private readonly limits: TextLimits,
    private known: number,
  ) {}

  /** Bytes of its rows, or of the encoded document; approximate. */
  get bytes(): number {
    return this.known;
  }

  add(bytes: number): void {
    this.known += bytes;
    this.isMeasured = false;
  }

  /**
   * Rows are larger in total than the document, and resent updates larger than their news: near the limit, both are
   * measured exactly.
   */
  hasRoomFor(updates: readonly Uint8Array[]): boolean {
    const { documentBytes, documentStructs, documentClients } = this.limits;
    const { clients } = this.document.store;
    if (clients.size > documentClients || structsOf(this.document) > documentStructs) return false;
    const bytes = updates.reduce((sum, { length }) => sum + length, 0);
    if (this.known + bytes <= documentBytes) return true;
    const added = Y.diffUpdate(together(updates), Y.encodeStateVector(this.document));
    return this.measure() + added.length <= documentBytes;
  }

  private measure(): number {
    if (!this.isMeasured) this.known = Y.encodeStateAsUpdate(this.document).length;
    this.isMeasured = true;
    return this.known;
  }
}

export const together = (updates: readonly Uint8Array[]): Uint8Array =>
  updates.length === 1 && updates[0] ? updates[0] : Y.mergeUpdates([...updates]);

function structsOf({ store }: Y.Doc): number {
  let structs = 0;
  for (const own of store.clients.values()) structs += own.length;
  return structs;
}

/** Consecutive groups of at most `most` bytes each, with at least one element. */
export function inGroups<T extends { readonly update: Uint8Array }>(all: readonly T[], most: number): T[][] {
  const groups: T[][] = [];
  let bytes = 0;
  for (const one of all) {
    const group = groups.at(-1);
    bytes += one.update.length;
    if (group && bytes <= most) group.push(one);
    else {
      groups.push([one]);
      bytes = one.update.length;
    }
  }
  return groups;
}
