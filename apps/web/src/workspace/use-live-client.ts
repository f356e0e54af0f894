import type { Session } from '@cotejo/access-web';
import { createLiveClient, type LiveClient } from '@cotejo/live/client';
import { useEffect, useState } from 'react';

/** One connection to the live feed while somebody is signed in; null for the first instant. */
export function useLiveClient(session: Session): LiveClient | null {
  const [live, setLive] = useState<LiveClient | null>(null);
  useEffect(() => {
    const client = createLiveClient({ url: '', getTicket: () => session.getTicket() });
    const retry = () => client.retryNow();
    window.addEventListener('online', retry);
    setLive(client);
    return () => {
      window.removeEventListener('online', retry);
      client.close();
    };
  }, [session]);
  return live;
}
