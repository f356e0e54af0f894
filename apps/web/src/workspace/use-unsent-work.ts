import type { Session } from '@cotejo/access-web';
import { unsentWork } from '@cotejo/rooms/client';
import { useCallback, useEffect, useRef } from 'react';

type Count = () => Promise<number> | number;

/**
 * Counts work that signing out would lose: from this browser's stored rooms, and from open screens that hold
 * it in memory only (private window). Returns the function by which screens register their counts.
 */
export function useUnsentWork(session: Session, user: string): (count: Count) => () => void {
  const screens = useRef(new Set<Count>());

  useEffect(
    () =>
      session.registerBeforeLogout(async () => {
        const rooms = await unsentWork(user);
        const stored = rooms.reduce((sum, room) => sum + room.intents + room.refused, 0);
        const shown = await Promise.all([...screens.current].map((count) => count()));
        // The maximum, because both count the same work.
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
