import type { Principal } from '@cotejo/access-contracts';
import { mayHold } from '@cotejo/access-domain';
import type { Access } from '@cotejo/access-server';
import { connectionShares, type PersonPace } from '@cotejo/http/shares';
import { LiveHub, TopicRegistry, type WakeSource } from '@cotejo/live/server';
import type { ProjectionSignals } from '@cotejo/projections';
import { roomLog, RoomServer, type PresenceRoll } from '@cotejo/rooms/server';
import type { Logger } from 'pino';
import type { OpenManifests } from './open-manifests.ts';

export interface SocketsOptions {
  readonly access: Access;
  readonly opened: Pick<OpenManifests, 'topics' | 'hosts' | 'wakes'>;
  readonly signals: ProjectionSignals;
  readonly present: PresenceRoll;
  readonly pace: PersonPace;
  readonly log: Logger;
}

/** Opens the sockets for the feeds and rooms of all contexts; closes those of users who lose access. */
export function openSockets({ access, opened, signals, present, pace, log }: SocketsOptions) {
  const directory = access.state;
  const topics = new TopicRegistry<Principal>();
  for (const topic of opened.topics) topics.register(topic);
  const redeem = (ticket: string): Promise<Principal | null> => access.tickets.redeem(ticket);
  const wake: WakeSource = {
    onProjected(listener) {
      const stops = [signals.onProjected(listener), ...opened.wakes.map((wakes) => wakes(listener))];
      return () => stops.forEach((stop) => stop());
    },
  };
  const hub = new LiveHub<Principal>({
    ...{ topics, wake, log, pace },
    currentPrincipal: ({ sessionId }) =>
      sessionId === null ? null : directory.principalOfSession(sessionId),
    may: mayHold,
    pause: directory,
    share: connectionShares(),
  });
  const rooms = new RoomServer<Principal>({
    ...{ redeem, pace },
    hosts: opened.hosts,
    may: mayHold,
    sessionOf: ({ sessionId }) => sessionId,
    mayJudge: () => directory.knowsEnoughForIntents(),
    isPaused: () => directory.isPaused,
    share: connectionShares(),
    holderOf: ({ accountId, userId }) => ({ person: `${accountId} ${userId}`, account: accountId }),
    onIntent: (principal) => access.seen(principal),
    onPresence: (kind, id, people) => present.set(`${kind}/${id}`, people),
    log: roomLog(log),
  });
  const close = (session: string): void => {
    rooms.closeSession(session);
    hub.closeSession(session);
  };
  directory.onSessionEnded(close);
  // Clients reconnect with a new ticket, whose rights are judged again.
  directory.onAccessChanged(({ sessions }) => sessions.forEach(close));

  // During a pause this node may miss the loss of a right; sockets of affected users are closed before the
  // pause ends.
  directory.onPause((isPaused) => {
    const figures = { rooms: rooms.connectionCount, feeds: hub.figures.sockets };
    log.warn(
      figures,
      isPaused ? 'behind the log of access: everybody waits' : 'the log of access is heard again',
    );
    if (!isPaused) rooms.release();
  });
  directory.onLost(() => {
    const figures = { rooms: rooms.connectionCount, feeds: hub.figures.sockets };
    if (figures.rooms + figures.feeds === 0) return;
    log.warn(figures, 'behind the log of access for too long: everybody is sent away');
    rooms.sendAway();
    hub.sendAway();
  });
  return { hub, rooms, redeem };
}
