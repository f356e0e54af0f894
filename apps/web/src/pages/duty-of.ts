import type { UserProfile } from '@cotejo/access-contracts';

export type Duty = NonNullable<UserProfile['pending']>;

/** The user's pending duty; null if there is none. */
export function dutyOf(user: Pick<UserProfile, 'pending' | 'reset_password'>): Duty | null {
  return user.pending ?? (user.reset_password === true ? 'password_reset' : null);
}
