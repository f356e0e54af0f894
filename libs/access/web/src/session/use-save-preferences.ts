import { accessCalls, DEFAULT_TIME_ZONE, type UserProfile } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { useMutation } from '@tanstack/react-query';
import { useSession } from './use-session.ts';

export type ChangedPreferences = Partial<Pick<UserProfile, 'language' | 'time_zone'>>;

/** Keeps a person's language or time zone with the person, so that every browser of theirs follows. */
export function useSavePreferences(user: UserProfile): (changed: ChangedPreferences) => void {
  const session = useSession();
  const { mutate } = useMutation({
    mutationFn: (changed: ChangedPreferences) =>
      perform(session.api, accessCalls.oneself.setPreferences, {
        body: {
          language: user.language ?? null,
          time_zone: user.time_zone ?? DEFAULT_TIME_ZONE,
          ...changed,
        },
      }),
    onSuccess: () => session.refresh(),
  });
  return mutate;
}
