import { LIVE_NAMESPACE } from '@cotejo/live/protocol';
import { io, type Socket } from 'socket.io-client';
import type { Raid } from '../insider/raid.ts';

const TOPICS = ['change-log', 'audit-summary', 'worksheet-texts', 'attachments', 'review-notes'];
const FOLLOWS = 60;

/** Opens many sockets of the feed and of rooms, each following as many topics as allowed. */
export async function crowdFeeds(raid: Raid): Promise<void> {
  const { scene } = raid;
  const sockets: Socket[] = [];
  for (let count = raid.size(20, 200); count > 0 && !raid.isOver; count--) {
    const { url } = raid;
    const ticket = await raid.ticketOf(scene.junior, url);
    if (ticket === null) continue;
    const socket = io(url + LIVE_NAMESPACE, {
      auth: { ticket },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    socket.onAny((event: string, ...args: unknown[]) => raid.hear(JSON.stringify(args), `feed ${event}`));
    socket.on('connect_error', () => raid.tally.note('feed refused'));
    sockets.push(socket);
    for (let follow = 0; follow < FOLLOWS; follow++) {
      const place = raid.chance.pick([scene.working, scene.closed, scene.reviewed]);
      socket.emit('follow', { topic: raid.chance.pick(TOPICS), key: place.audit, cursor: -1 }, () =>
        raid.tally.note('followed'),
      );
    }
    await raid.enter('audit', scene.working.audit);
    raid.tally.note('room');
  }
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const socket of sockets) socket.disconnect();
}
