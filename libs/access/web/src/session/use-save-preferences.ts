import { accessCalls, type UserProfile } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { useMutation } from '@tanstack/react-query';
import { useSession } from './use-session.ts';

export type ChangedPreferences = Partial<Pick<UserProfile, 'language' | 'time_zone'>>;

/**
 * Keeps a person's language or time zone with the person, so that every browser of theirs follows. What was not
 * chosen is not sent: it goes on following the account.
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
