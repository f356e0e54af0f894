import type { MentionList, MentionView } from '@cotejo/worksheets-contracts';
import { keyOf } from './mentions-atoms.ts';

/**
 * Mentions added between two lists, oldest first. Older ones that became visible with new rights are
 * excluded, and so are those read elsewhere.
 */
export function newMentions(before: MentionList, now: MentionList): readonly MentionView[] {
  const known = new Set(before.menciones.map(keyOf));
  const last = Math.max(0, ...before.menciones.map(({ momento }) => Date.parse(momento)));
  return now.menciones
    .filter((one) => !one.leida && !known.has(keyOf(one)) && Date.parse(one.momento) >= last)
    .toReversed();
}
