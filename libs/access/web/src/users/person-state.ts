import type { UserDetail } from '@cotejo/access-contracts';
import type { StatusTone } from '@cotejo/ui';

export type PersonState = 'forgotten' | 'locked' | 'throttled' | 'outside' | 'active';

/** Access state of a user; when several reasons block sign-in, the strongest one. */
export function personState(
  person: Pick<UserDetail, 'forgotten' | 'locked' | 'throttled_until' | 'active'>,
  now: number,
): PersonState {
  if (person.forgotten) return 'forgotten';
  if (person.locked) return 'locked';
  if (!person.active) return 'outside';
  return person.throttled_until !== null && Date.parse(person.throttled_until) > now ? 'throttled' : 'active';
}

export const STATE_TONE: Readonly<Record<PersonState, StatusTone>> = {
  forgotten: 'new',
  locked: 'rejected',
  throttled: 'progress',
  outside: 'new',
  active: 'reviewed',
};
