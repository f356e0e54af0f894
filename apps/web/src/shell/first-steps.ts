import { FIRST_STEPS_EVENT, ownCalls, STORAGE_KEYS } from '@cotejo/access-contracts';
import { useSession } from '@cotejo/access-web';
import { perform } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePublicSettings, type SettingValue } from './public-settings.ts';

/** The address of the account's first-steps video; null where it has none that a browser may open. */
export function videoAddress(setting: SettingValue): string | null {
  if (typeof setting !== 'string' || !URL.canParse(setting)) return null;
  return new URL(setting).protocol === 'https:' ? setting : null;
}

export interface FirstSteps {
  readonly video: string | null;
  /** The person has not seen it: it is offered by itself. */
  readonly isNew: boolean;
  /** The person saw it, or does not want to. */
  done(): void;
}

/** The video for whoever is new here. That it was seen is an event of the person, and remembered here. */
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
      // Seen here is enough until the server hears of it.
      perform(api, ownCalls.recordEvent, { body: { event: FIRST_STEPS_EVENT } }).catch(() => undefined);
    },
  };
}
