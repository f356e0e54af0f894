import type { MentionList, MentionView } from '@cotejo/worksheets-contracts';
import { keyOf } from './mentions-atoms.ts';

/**
 * What came between two lists, oldest first. What can be seen again, as audits open to somebody, is no news; nor is
 * what they have opened elsewhere.
 */
export function newMentions(before: MentionList, now: MentionList): readonly MentionView[] {
  const known = new Set(before.menciones.map(keyOf));
  const last = Math.max(0, ...before.menciones.map(({ momento }) => Date.parse(momento)));
  return now.menciones
    .filter((one) => !one.leida && !known.has(keyOf(one)) && Date.parse(one.momento) >= last)
    .toReversed();
}
