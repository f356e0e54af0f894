import type { Channel } from './channel.ts';
import type { RoomMode, RoomUser } from './room-host.ts';

/**
 * How far a connection is. `greeted` = the client's base is of our document; `mismatched` = it was told
 * to drop its base, and what it asked for its old document is not answered.
 */
export type Stage = 'admitting' | 'admitted' | 'mismatched' | 'greeted' | 'synced' | 'closed';

export interface Admitted<P> {
  readonly channel: Channel<P>;
  readonly user: RoomUser;
  readonly mode: RoomMode;
}
