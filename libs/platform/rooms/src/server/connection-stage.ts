import type { Channel } from './channel.ts';
import type { RoomMode, RoomUser } from './room-host.ts';

/**
 * Progress of a connection. `greeted` = the client's base is of our document; `mismatched` = the client received a
 * reset, and requests about its old document are not answered.
 */
export type Stage = 'admitting' | 'admitted' | 'mismatched' | 'greeted' | 'synced' | 'closed';

export interface Admitted<P> {
  readonly channel: Channel<P>;
  readonly user: RoomUser;
  readonly mode: RoomMode;
}
