import { worksheetRoomId, WORKSHEET_ROOM_KIND } from '@cotejo/worksheets-contracts';
import { itemId } from '@cotejo/audits-contracts';
import { WebSocket } from 'ws';
import {
  malformedPacket,
  malformedRoomMessage,
} from '../../../apps/server/src/fuzz/malformed-message.fixture.ts';
import { malformedTextMessage } from '../../../apps/server/src/fuzz/malformed-write.fixture.ts';
import { waitForTurn } from '../insider/room-frames.ts';
import type { Raid } from '../insider/raid.ts';

const TURNS = 25;

/** Sends messages to rooms, and packets to the feed's transport, that violate their grammar. */
export async function sendMalformed(raid: Raid): Promise<void> {
  const { scene, chance } = raid;
  const { audit, items } = scene.working;
  const ids = [...items.map(({ id }) => id), audit, ...scene.foreign.items, scene.foreign.audit];
  for (let left = raid.size(6, 60); left > 0 && !raid.isOver; left--) {
    const step = itemId.parse(chance.pick(items.filter(({ type }) => type === 'step')).id);
    const isText = chance.often(0.5);
    const client = isText
      ? await raid.enter(WORKSHEET_ROOM_KIND, worksheetRoomId(audit, step))
      : await raid.enter('audit', audit, scene.junior, chance.often(0.8));
    if (!client) continue;
    await client
      .until(() => client.frames.length > 0 || client.closeCode !== null, 'hello', 2_000)
      .catch(() => undefined);
    for (let turn = 0; turn < TURNS && client.closeCode === null && client.socket.readyState === 1; turn++) {
      const message = isText ? malformedTextMessage(ids, chance) : malformedRoomMessage(ids, chance);
      client.socket.send(message);
    }
    await waitForTurn(raid, client);
    client.cut();
    await sendPackets(raid);
  }
}

async function sendPackets({ chance, url, tally }: Raid): Promise<void> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`);
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.once('open', () => resolve());
    socket.once('error', () => resolve());
  });
  if (socket.readyState === WebSocket.OPEN) {
    for (let packet = 0; packet < 5; packet++) socket.send(malformedPacket(chance));
    tally.note('packets', 5);
  }
  await new Promise((resolve) => setTimeout(resolve, 20));
  socket.terminate();
}
