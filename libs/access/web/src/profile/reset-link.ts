import { accessCalls } from '@cotejo/access-contracts';
import type { z } from 'zod';

const link = accessCalls.signIn.examineResetLink.body;
export type ResetLink = z.infer<NonNullable<typeof link>>;

/**
 * Link parameters of a password e-mail, from the query or the fragment; null = opened without a link. `broken` =
 * parameters are present but invalid.
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
