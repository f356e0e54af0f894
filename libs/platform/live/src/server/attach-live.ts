import type { Namespace, Socket } from 'socket.io';
import { z } from 'zod';
import { TICKET_REFUSED, type FollowAnswer } from '../protocol.ts';
import type { LiveHub } from './live-hub.ts';
import type { LivePrincipal } from './topic.ts';

/** Principal of a single-use ticket; null when it is unknown, used or expired. */
export type RedeemTicket<P> = (ticket: string) => P | null | Promise<P | null>;

const handshake = z.object({ ticket: z.string().min(1).max(512) });
/** Invalid messages before the connection is closed. */
const MAX_SENSELESS = 20;

/** Admits sockets of a namespace by ticket and connects them with the hub. */
export function attachLive<P extends LivePrincipal>(
  namespace: Namespace,
  hub: LiveHub<P>,
  redeem: RedeemTicket<P>,
): void {
  const principals = new WeakMap<Socket, P>();

  namespace.use((socket, next) => {
    const parsed = handshake.safeParse(socket.handshake.auth);
    const redeemed = parsed.success
      ? Promise.resolve().then(() => redeem(parsed.data.ticket))
      : Promise.resolve(null);
    redeemed.then(
      (principal) => {
        if (principal === null) return next(new Error(TICKET_REFUSED));
        principals.set(socket, principal);
        next();
      },
      () => next(new Error('unavailable')),
    );
  });

  hub.attach({
    // `local`: each node serves its own sockets from the same log, so frames need not cross nodes.
    emit: (socketIds, frame) => {
      // socket.io takes an empty list of rooms for every socket: those of other users, and of other accounts.
      if (socketIds.length > 0) namespace.local.to([...socketIds]).emit('frame', frame);
    },
    revoke: (socketId, notice) => void namespace.sockets.get(socketId)?.emit('revoked', notice),
    end: (socketId, code) => {
      const socket = namespace.sockets.get(socketId);
      socket?.emit('closing', { code });
      socket?.disconnect(true);
    },
    waiting: (isWaiting) => void namespace.local.emit('waiting', { waiting: isWaiting }),
  });

  namespace.on('connection', (socket) => {
    const principal = principals.get(socket);
    if (!principal) {
      socket.disconnect(true);
      return;
    }
    let senseless = 0;
    const onSenseless = () => {
      if (++senseless < MAX_SENSELESS) return;
      socket.emit('closing', { code: 'limit_passed' });
      socket.disconnect(true);
    };
    hub.connected(socket.id, principal);
    socket.on('follow', (raw: unknown, ack?: (answer: FollowAnswer) => void) => {
      // Our client always waits for the answer; other clients are not supported.
      if (typeof ack !== 'function') return onSenseless();
      const answer = (value: FollowAnswer): void => {
        ack(value);
        if (!value.ok && value.code === 'invalid_request') onSenseless();
      };
      hub.follow(socket.id, raw, answer).catch(onSenseless);
    });
    socket.on('unfollow', (raw: unknown) => void hub.unfollow(socket.id, raw).catch(onSenseless));
    socket.onAny((event: string) => {
      if (event !== 'follow' && event !== 'unfollow') onSenseless();
    });
    socket.on('disconnect', () => hub.disconnected(socket.id));
  });
}
