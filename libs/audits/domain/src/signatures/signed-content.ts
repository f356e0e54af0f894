import { canonicalJson } from '@cotejo/event-store/canonical-json';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';
import { isSignedContent, type ItemValues, type SignedText } from '@cotejo/audits-contracts';
import type { TreeNode } from '../model/model.ts';

/** The content of an item that a signature covers: exactly what voids it when changed. */
export type SignableItem = Pick<TreeNode, 'id' | 'type' | 'name' | 'derived' | 'risk' | 'values'>;

const coveredBySignature = (values: ItemValues = {}): ItemValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => isSignedContent(key)));

/**
 * The signed content as canonical JSON, so that equal content yields equal text. Derived items have their
 * finding's name, which is not part of their content.
 */
export const signedContentOf = (node: SignableItem, texts: readonly SignedText[]): string =>
  canonicalJson({
    item: node.id,
    type: node.type,
    name: node.derived ? null : node.name,
    risk: node.risk ?? null,
    values: coveredBySignature(node.values),
    texts: texts
      .map(({ field, rev, hash }) => ({ field, rev, hash }))
      .sort((a, b) => (a.field < b.field ? -1 : 1)),
  });

/** Hex SHA-256 of the signed content; stored in signatures. */
export const contentHashOf = (node: SignableItem, texts: readonly SignedText[]): string =>
  bytesToHex(sha256(utf8ToBytes(signedContentOf(node, texts))));
