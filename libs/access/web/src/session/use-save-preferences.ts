import { accessCalls, type UserProfile } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { useMutation } from '@tanstack/react-query';
import { useSession } from './use-session.ts';

export type ChangedPreferences = Partial<Pick<UserProfile, 'language' | 'time_zone'>>;

/**
 * Stores language or time zone with the user, for all their browsers. Preferences that were not chosen are not sent
 * and keep following the account's defaults.
 */
export function useSavePreferences(): (changed: ChangedPreferences) => void {
  const session = useSession();
  const { mutate } = useMutation({
    mutationFn: (body: ChangedPreferences) =>
      perform(session.api, accessCalls.oneself.setPreferences, { body }),
    onSuccess: () => session.refresh(),
  });
  return mutate;
}
