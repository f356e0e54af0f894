import { ACCESS_CHANGES_TOPIC } from '@cotejo/access-contracts';
import { isSharedAccess, useCan } from '@cotejo/access-web';
import type { LiveClient } from '@cotejo/live/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

const SETTINGS = '/configuraciones/';

/** Refreshes users, slots and roles in the settings when another administrator changes them. */
export function useAccessChanges(live: LiveClient | null, account: string): void {
  const queries = useQueryClient();
  const can = useCan();
  const isThere = useLocation().pathname.startsWith(SETTINGS) && can('users.access');
  useEffect(() => {
    if (live === null || !isThere) return;
    const askAgain = () => void queries.invalidateQueries({ predicate: isSharedAccess });
    return live.follow(ACCESS_CHANGES_TOPIC, account, -1, { onFrame: askAgain, onReset: askAgain });
  }, [live, isThere, account, queries]);
}
