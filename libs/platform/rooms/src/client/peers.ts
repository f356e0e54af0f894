import type { Awareness } from 'y-protocols/awareness';
import { presence, type Presence } from '../protocol.ts';

/** Another connection in the room; a user with several pages appears once per page. */
export interface Peer {
  readonly client: number;
  readonly user: NonNullable<Presence['user']>;
  readonly item: string | null;
  readonly field: string | null;
}

/** All other connections, with the user set by the server; states without a user are not complete yet. */
export function peersOf(awareness: Awareness): Peer[] {
  const peers: Peer[] = [];
  for (const [client, state] of awareness.getStates()) {
    if (client === awareness.clientID) continue;
    const parsed = presence.safeParse(state);
    if (!parsed.success || !parsed.data.user) continue;
    const { user, item, field } = parsed.data;
    peers.push({ client, user, item: item ?? null, field: field ?? null });
  }
  return peers.sort((a, b) => a.client - b.client);
}
