import { FIRST_STEPS_EVENT, ownCalls, STORAGE_KEYS } from '@cotejo/access-contracts';
import { useSession } from '@cotejo/access-web';
import { perform } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePublicSettings, type SettingValue } from './public-settings.ts';

/** URL of the account's first-steps video; null unless it is https. */
export function videoAddress(setting: SettingValue): string | null {
  if (typeof setting !== 'string' || !URL.canParse(setting)) return null;
  return new URL(setting).protocol === 'https:' ? setting : null;
}

export interface FirstSteps {
  readonly video: string | null;
  /** The user has not seen it yet: it is offered automatically. */
  readonly isNew: boolean;
  /** Marks the video as seen or declined. */
  done(): void;
}

/** First-steps video for new users. Seen videos are recorded as a user event, and in this browser. */
export function useFirstSteps(): FirstSteps {
  const { api } = useSession();
  const video = videoAddress(usePublicSettings().first_steps_video);
  const [isSeenHere, setSeenHere] = useState(
    () => localStorage.getItem(STORAGE_KEYS.firstStepsVideo) !== null,
  );
  const { data } = useQuery({
    queryKey: ['own-event', FIRST_STEPS_EVENT],
    queryFn: ({ signal }) =>
      perform(api, ownCalls.askEvent, { query: { event: FIRST_STEPS_EVENT } }, { signal }),
    enabled: video !== null && !isSeenHere,
    staleTime: Infinity,
  });
  return {
    video,
    isNew: video !== null && !isSeenHere && data?.exists === false,
    done() {
      localStorage.setItem(STORAGE_KEYS.firstStepsVideo, '1');
      setSeenHere(true);
      // The local flag suffices until the server has the event.
      perform(api, ownCalls.recordEvent, { body: { event: FIRST_STEPS_EVENT } }).catch(() => undefined);
    },
  };
}
