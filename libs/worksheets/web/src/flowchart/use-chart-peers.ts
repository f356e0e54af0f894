import type { Peer, TextConnection } from '@cotejo/texts/client';
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useWorksheetHost } from '../host/worksheet-host.ts';

const PREFIX = 'flow:';
type User = Peer['user'];
const NOBODY: ReadonlyMap<string, readonly User[]> = new Map();

/** Users by selected node; also publishes this user's selection. */
export function useChartPeers(
  connection: TextConnection,
  chosen: string | null,
): ReadonlyMap<string, readonly User[]> {
  const { itemId } = useWorksheetHost();
  const subscribe = useCallback(
    (listener: () => void) => connection.listen({ onPeers: listener }),
    [connection],
  );
  // The list is new on each read; its JSON tells whether it changed.
  const told = useSyncExternalStore(subscribe, () => JSON.stringify(inNodes(connection.peers)));
  const byNode = useMemo(() => {
    const pairs = JSON.parse(told) as readonly (readonly [string, User])[];
    if (pairs.length === 0) return NOBODY;
    const found = new Map<string, readonly User[]>();
    for (const [node, user] of pairs) {
      const here = found.get(node) ?? [];
      if (!here.some(({ id }) => id === user.id)) found.set(node, [...here, user]);
    }
    return found;
  }, [told]);

  useEffect(() => {
    connection.setPresence({ item: itemId, field: chosen === null ? null : `${PREFIX}${chosen}` });
    return () => connection.setPresence({ item: null, field: null });
  }, [connection, itemId, chosen]);
  return byNode;
}

const inNodes = (peers: readonly Peer[]): readonly (readonly [string, User])[] =>
  peers.flatMap(({ field, user }) =>
    field?.startsWith(PREFIX) ? [[field.slice(PREFIX.length), user] as const] : [],
  );
