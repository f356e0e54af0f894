import { accessCalls } from '@cotejo/access-contracts';
import type { z } from 'zod';

const link = accessCalls.signIn.examineResetLink.body;
export type ResetLink = z.infer<NonNullable<typeof link>>;

/**
 * What a link of an e-mail carries, in the query or the fragment; null = the page was opened without one.
 * `broken` = there is something, and it is no link of ours.
 */
export function resetLinkOf({
  search,
  hash,
}: Pick<Location, 'search' | 'hash'>): ResetLink | 'broken' | null {
  for (const part of [search, hash]) {
    const told = new URLSearchParams(part.slice(1));
    if (!told.has('uid') && !told.has('token')) continue;
    const parsed = link?.safeParse({ uid: told.get('uid'), token: told.get('token') });
    return parsed?.success === true ? parsed.data : 'broken';
  }
  return null;
}
