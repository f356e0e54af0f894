import type { Session } from '@cotejo/access-web';
import { createLiveClient, type LiveClient } from '@cotejo/live/client';
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useIsIdle } from '../shell/use-is-idle.ts';
import { serverWaitsAtom } from '../shell/waiting-notice.tsx';

/** Whoever signs out themselves, here or in another tab, is gone by then: nobody tells them that they expired. */
const ASK_AGAIN_MS = 150;

/**
 * One connection to the live feed while somebody is signed in; null for the first instant. It is there on every
 * page, whether the page follows something or not: by it a person learns at once that their rights are others,
 * or that they are out.
 */
export function useLiveClient(
  session: Pick<Session, 'refresh' | 'getTicket'>,
  connect: typeof createLiveClient = createLiveClient,
): LiveClient | null {
  const queries = useQueryClient();
  const isIdle = useIsIdle();
  const [live, setLive] = useState<LiveClient | null>(null);
  const setWaits = useSetAtom(serverWaitsAtom);
  useEffect(() => {
    let asking: ReturnType<typeof setTimeout> | undefined;
    let wasLive = false;
    const askAgain = async () => {
      // A refusal ends the session by itself; offline, the next connection asks again.
      await session.refresh().catch(() => undefined);
      // What was shown under the former rights.
      await queries.invalidateQueries();
    };
    const client = connect({
      url: '',
      getTicket: () => session.getTicket(),
      onState: (state) => {
        if (state !== 'live') return;
        // Rights may have changed while nobody could tell: asked for once that can be told again.
        if (wasLive) void askAgain();
        wasLive = true;
      },
      onWaiting: setWaits,
      onSessionChanged: () => {
        clearTimeout(asking);
        asking = setTimeout(() => void askAgain(), ASK_AGAIN_MS);
      },
    });
    const retry = () => client.retryNow();
    window.addEventListener('online', retry);
    setLive(client);
    return () => {
      window.removeEventListener('online', retry);
      clearTimeout(asking);
      client.close();
      setWaits(false);
    };
  }, [session, queries, connect, setWaits]);
  useEffect(() => {
    // A page that follows something has connected already.
    if (isIdle && live?.state === 'offline') live.retryNow();
  }, [isIdle, live]);
  return live;
}
