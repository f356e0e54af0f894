import type { Awareness } from 'y-protocols/awareness';
import { presence, type Presence } from '../protocol.ts';

/** Somebody else who is in the room, once a page. */
export interface Peer {
  readonly client: number;
  readonly user: NonNullable<Presence['user']>;
  readonly item: string | null;
  readonly field: string | null;
}

/** Everybody else, as the server named them; states without a user are not there yet. */
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
