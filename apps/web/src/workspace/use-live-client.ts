import type { Session } from '@cotejo/access-web';
import type { createLiveClient, LiveClient } from '@cotejo/live/client';
import { createChunk, useChunk } from '@cotejo/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useIsIdle } from '../shell/use-is-idle.ts';
import { serverWaitsAtom } from '../shell/waiting-notice.tsx';

/**
 * Milliseconds: a sign-out in this or another tab is complete by then, so no message about an expired session
 * appears.
 */
const ASK_AGAIN_MS = 150;

type Connect = typeof createLiveClient;
/** The page shows its content without it. */
const clients = createChunk(() => import('@cotejo/live/client'));

/**
 * The connection to the live feed while a user is signed in; null for the first instant. Open on every page,
 * because changes of rights and the end of the session arrive by it.
 */
export function useLiveClient(
  session: Pick<Session, 'refresh' | 'getTicket'>,
  given: Connect | null = null,
): LiveClient | null {
  const loaded = useChunk(clients);
  const connect = given ?? loaded?.createLiveClient ?? null;
  const queries = useQueryClient();
  const isIdle = useIsIdle();
  const [live, setLive] = useState<LiveClient | null>(null);
  const setWaits = useSetAtom(serverWaitsAtom);
  useEffect(() => {
    if (connect === null) return undefined;
    let asking: ReturnType<typeof setTimeout> | undefined;
    let wasLive = false;
    const askAgain = async () => {
      // A refusal ends the session by itself; offline, the next connection repeats this.
      await session.refresh().catch(() => undefined);
      // Data shown under the former rights.
      await queries.invalidateQueries();
    };
    const client = connect({
      url: '',
      getTicket: () => session.getTicket(),
      onState: (state) => {
        if (state !== 'live') return;
        // Rights may have changed while disconnected, so they are requested again.
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
    // No-op if a page has already connected.
    if (isIdle && live?.state === 'offline') live.retryNow();
  }, [isIdle, live]);
  return live;
}
