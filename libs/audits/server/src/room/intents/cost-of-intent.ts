import type { RawIntent } from '@cotejo/audits-contracts';

/**
 * Estimated maximum of events that an intent causes: one, or one per listed part or copy. Accepts unvalidated
 * input.
 */
export function costOf({ kind, ...fields }: RawIntent): number {
  const list = kind === 'batch' ? fields['parts'] : kind === 'copy_item' ? fields['copies'] : null;
  if (!Array.isArray(list)) return 1;
  if (kind === 'copy_item') return Math.max(1, list.length);
  return list.reduce((sum: number, part: unknown) => sum + costOfPart(part), 0) || 1;
}

function costOfPart(part: unknown): number {
  if (typeof part !== 'object' || part === null || !('intent' in part)) return 1;
  const { intent } = part;
  if (typeof intent !== 'object' || intent === null || !('copies' in intent)) return 1;
  return Array.isArray(intent.copies) ? Math.max(1, intent.copies.length) : 1;
}
