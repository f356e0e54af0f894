import type { Session } from '@cotejo/access-web';
import { unsentWork } from '@cotejo/rooms/client';
import { useCallback, useEffect, useRef } from 'react';

type Count = () => Promise<number> | number;

/**
 * What signing out would lose: what this browser keeps of the person's rooms, or what open screens hold in
 * memory alone (a private window). Returns how a screen says what it holds.
 */
export function useUnsentWork(session: Session, user: string): (count: Count) => () => void {
  const screens = useRef(new Set<Count>());

  useEffect(
    () =>
      session.registerBeforeLogout(async () => {
        const rooms = await unsentWork(user);
        const stored = rooms.reduce((sum, room) => sum + room.intents + room.refused, 0);
        const shown = await Promise.all([...screens.current].map((count) => count()));
        // The same work is seen by both.
        return Math.max(
          stored,
          shown.reduce((sum, count) => sum + count, 0),
        );
      }),
    [session, user],
  );

  return useCallback((count) => {
    screens.current.add(count);
    return () => void screens.current.delete(count);
  }, []);
}
