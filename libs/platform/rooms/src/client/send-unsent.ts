import { Outbox, type OutboxOptions } from './outbox.ts';
import { createRoomConnection, type RoomConnectionOptions } from './room-connection.ts';

export interface SendUnsentOptions
  extends
    Omit<RoomConnectionOptions, 'outbox' | 'loadBase'>,
    Pick<OutboxOptions, 'store' | 'locks' | 'channels'> {}

/**
 * Sends unsent work of earlier pages in a room, without showing it. Ends when everything is answered, when the room
 * refuses the user, or when `signal` aborts; sessions of other open pages stay with those pages. Does not reject when
 * the network is down: unsent work stays stored.
 */
export async function sendUnsent(options: SendUnsentOptions, signal: AbortSignal): Promise<void> {
  const { kind, id } = options;
  const outbox = await Outbox.open({ ...options, room: `${kind}/${id}` });
  const connection = createRoomConnection({ ...options, outbox });
  await connection.open();
  await new Promise<void>((resolve) => {
    const look = () => {
      if (outbox.pendingCount > 0 && connection.status.state !== 'refused' && !signal.aborted) return;
      stops.forEach((stop) => stop());
      signal.removeEventListener('abort', look);
      resolve();
    };
    const stops = [outbox.onChange(look), connection.listen({ onStatus: look })];
    signal.addEventListener('abort', look);
    look();
  });
  await connection.close();
}
