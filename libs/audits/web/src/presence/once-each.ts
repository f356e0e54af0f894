import type { Peer } from '@cotejo/rooms/client';

const precision = ({ item, field }: Peer): number => (item === null ? 0 : field === null ? 1 : 2);

/** Reduces a user's windows to the one with the most precise position. */
export function onceEach(peers: readonly Peer[]): readonly Peer[] {
  const byUser = new Map<string, Peer>();
  for (const peer of peers) {
    const known = byUser.get(peer.user.id);
    if (!known || precision(peer) > precision(known)) byUser.set(peer.user.id, peer);
  }
  return [...byUser.values()];
}
