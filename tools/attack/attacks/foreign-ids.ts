import { LIVE_NAMESPACE } from '@cotejo/live/protocol';
import { itemId } from '@cotejo/audits-contracts';
import {
  ATTACHMENT_UPLOADS,
  worksheetRoomId,
  WORKSHEET_ROOM_KIND,
  writeAttachmentTarget,
} from '@cotejo/worksheets-contracts';
import { auditId } from '@cotejo/audits-contracts';
import { io } from 'socket.io-client';
import { z } from 'zod';
import { parse, type Raid } from '../insider/raid.ts';

const description = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const TOPICS = [
  'audit-list',
  'evaluation-list',
  'change-log',
  'audit-summary',
  'audit-team',
  'audit-time',
  'audit-presence',
  'own-action-plans',
  'worksheet-texts',
  'attachments',
  'review-notes',
  'mentions',
];

/** An authorised client is greeted; a rate-limited one must wait, and receives nothing yet. */
async function enterForeign(raid: Raid, kind: string, room: string): Promise<void> {
  const client = await raid.enter(kind, room);
  await client
    ?.until(() => client.closeCode !== null || client.frames.length > 0, 'a refusal', 3_000)
    .catch(() => raid.tally.note('no answer'));
  if (client && client.frames.length > 0) raid.tally.wrong('let-in', `${kind} ${room}`);
}

/** Tries every GET route, room and topic with ids of the other account. */
export async function askForeign(raid: Raid): Promise<void> {
  const { foreign } = raid.scene;
  await askCalls(raid);
  for (const item of foreign.items.slice(0, 3)) {
    const room = worksheetRoomId(foreign.audit, itemId.parse(item));
    await enterForeign(raid, WORKSHEET_ROOM_KIND, room);
  }
  await enterForeign(raid, 'audit', foreign.audit);
  await followTopics(raid);
  const target = writeAttachmentTarget({
    audit: auditId.parse(foreign.audit),
    item: itemId.parse(foreign.items[0]),
    field: null,
  });
  const uploads = ATTACHMENT_UPLOADS.replace('/api', '');
  const answer = await raid.ask({
    method: 'POST',
    path: uploads,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-metadata': `filename ${base64('a.pdf')},target ${base64(target)}`,
    },
  });
  if (answer?.status === 201) raid.tally.wrong('let-in', 'an upload to the other account');
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

async function askCalls(raid: Raid): Promise<void> {
  const { scene, chance } = raid;
  const { foreign } = scene;
  const answer = await fetch(`${raid.url}/docs-json`).then(
    (one) => one.text(),
    () => '',
  );
  const described = description.safeParse(parse(answer));
  if (!described.success) return raid.tally.wrong('no-description', answer.slice(0, 100));
  const reads = Object.entries(described.data.paths).filter(([, methods]) => 'get' in methods);
  const count = Math.min(reads.length, raid.size(40, reads.length));
  for (let asked = 0; asked < count && !raid.isOver; asked++) {
    const [path] = raid.isSmall ? chance.pick(reads) : (reads[asked] as (typeof reads)[number]);
    const filled = path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, (_, name: string) => {
      if (name === 'model') return 'auditoria';
      if (/item/i.test(name)) return chance.pick(foreign.items);
      if (name === 'id' || /audit/i.test(name))
        return chance.pick([foreign.audit, foreign.account, ...foreign.users, ...foreign.items]);
      return chance.pick(['evidence', '1', 'detail', foreign.audit]);
    });
    await raid.ask({ path: `${filled.replace(/\/$/, '')}/` });
  }
}

async function followTopics(raid: Raid): Promise<void> {
  const { url, scene } = raid;
  const ticket = await raid.ticketOf(scene.junior, url);
  if (ticket === null) return;
  const socket = io(url + LIVE_NAMESPACE, {
    auth: { ticket },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  socket.onAny((event: string, ...args: unknown[]) => raid.hear(JSON.stringify(args), `feed ${event}`));
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve());
    socket.once('connect_error', () => resolve());
  });
  const keys = [scene.foreign.account, scene.foreign.audit, ...scene.foreign.users];
  const asked = raid.chance.shuffled(TOPICS.flatMap((topic) => keys.map((key) => ({ topic, key }))));
  for (const { topic, key } of asked) {
    if (raid.isOver) break;
    const answer: unknown = await socket
      .timeout(5_000)
      .emitWithAck('follow', { topic, key, cursor: -1 })
      .catch(() => null);
    const isFollowed = z.object({ ok: z.literal(true) }).safeParse(answer).success;
    raid.tally.note(isFollowed ? 'followed' : 'not followed');
    if (isFollowed) raid.tally.wrong('let-in', `${topic} of ${key}`);
    raid.hear(JSON.stringify(answer), `topic ${topic}`);
  }
  socket.disconnect();
}
