import type { UserDetail } from '@cotejo/access-contracts';
import type { StatusTone } from '@cotejo/ui';

export const PERSON_STATES = ['active', 'locked', 'throttled', 'outside', 'forgotten'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

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

/** Names of Mantine's palette, for lists. */
export const STATE_COLOR: Readonly<Record<PersonState, string>> = {
  forgotten: 'gray',
  locked: 'red',
  throttled: 'yellow',
  outside: 'gray',
  active: 'green',
};
