import { itemId, type ItemId } from '@cotejo/audits-contracts';
import { worksheetRoomId, WORKSHEET_ROOM_KIND } from '@cotejo/worksheets-contracts';
import { SHAPES } from '../insider/hostile-updates.ts';
import type { Raid } from '../insider/raid.ts';

const FIELD = 'evidence';
/** Bytes of updates, up to about the largest that an editor may send at once. */
const SIZES = [2_000, 32_000, 200_000, 768_000];

/** Writes updates of worksheet texts that no editor produces; each worksheet is opened again afterwards. */
export async function writeShapes(raid: Raid): Promise<void> {
  const { scene, chance } = raid;
  const steps = scene.working.items.filter(({ type }) => type === 'step');
  const shapes = Object.entries(SHAPES);
  const first = chance.below(shapes.length);
  for (let turn = 0; turn < raid.size(shapes.length, 3 * shapes.length) && !raid.isOver; turn++) {
    const [, shape] = shapes[(first + turn) % shapes.length] as (typeof shapes)[number];
    const item = itemId.parse(chance.pick(steps).id);
    const update = shape(chance.pick(SIZES), FIELD, 1 + chance.below(2 ** 31));
    const answer = await write(raid, item, update);
    // A client that sends expensive updates is read more slowly, so a missing answer is not a fault.
    raid.tally.note(answer);
    await reopen(raid, item);
  }
}

async function write(raid: Raid, item: ItemId, update: Uint8Array): Promise<string> {
  const client = await raid.enter(WORKSHEET_ROOM_KIND, worksheetRoomId(raid.scene.working.audit, item));
  if (!client) return 'not let in';
  const isIn = () => client.closeCode !== null || client.frames.some(({ t }) => t === 'hello');
  await client.until(isIn, 'hello', raid.patienceMs).catch(() => undefined);
  if (client.closeCode !== null) return `closed ${client.closeCode}`;
  const number = client.write(update);
  const find = () =>
    client.frames.find((frame) => (frame.t === 'stored' || frame.t === 'refused') && frame.write === number);
  await client
    .until(() => find() !== undefined || client.closeCode !== null, 'an answer', raid.patienceMs)
    .catch(() => undefined);
  const frame = find();
  client.cut();
  if (frame?.t === 'refused') return frame.code;
  if (frame) return 'stored';
  return client.closeCode === null ? 'no answer' : `closed ${client.closeCode}`;
}

/** Every accepted update must be readable for the next user. */
async function reopen(raid: Raid, item: ItemId): Promise<void> {
  const client = await raid.enter(
    WORKSHEET_ROOM_KIND,
    worksheetRoomId(raid.scene.working.audit, item),
    raid.scene.leader,
    false,
  );
  await client
    ?.until(() => client.closeCode !== null || client.socket.readyState === 1, 'an open socket', 2_000)
    .catch(() => undefined);
  if (client?.socket.readyState === 1) client.greet();
  const isIn = () =>
    client === null || client.closeCode !== null || client.frames.some(({ t }) => t === 'hello');
  await client
    ?.until(isIn, 'hello', raid.patienceMs)
    .catch(() => raid.tally.wrong('not-readable', `worksheet ${item}`));
  client?.cut();
}
