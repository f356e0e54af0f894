import { itemId } from '@cotejo/audits-contracts';
import type { RawClient } from '@cotejo/rooms/testing';
import { worksheetRoomId, WORKSHEET_ROOM_KIND } from '@cotejo/worksheets-contracts';
import * as Y from 'yjs';
import type { Raid } from '../insider/raid.ts';

const WORKSHEETS = 33;
/** Bytes of one write, like a large paste in an editor; `ROUNDS` of them fill a worksheet. */
const PIECE = 50_000;
const ROUNDS = 40;
const FIELDS = ['objective', 'evidence', 'conclusion'];

/** Keeps many worksheets of two megabytes open at once, each filled by ordinary typing. */
export async function openLargeWorksheets(raid: Raid): Promise<void> {
  const { audit, items } = raid.scene.working;
  const steps = items.filter(({ type }) => type === 'step').slice(0, raid.size(12, WORKSHEETS));
  const open: RawClient[] = [];
  for (const { id } of steps) {
    if (raid.isOver) break;
    const client = await raid.enter(WORKSHEET_ROOM_KIND, worksheetRoomId(audit, itemId.parse(id)));
    await client?.synced().catch(() => undefined);
    if (client && client.closeCode === null) open.push(client);
  }
  for (let round = 0; round < ROUNDS && !raid.isOver; round++)
    await Promise.all(
      open.map(async (client) => {
        if (client.closeCode !== null) return;
        const answer = await client
          .written(client.write(typed(client.document, FIELDS[round % FIELDS.length] ?? 'evidence')))
          .catch(() => 'no answer');
        raid.tally.note(answer);
      }),
    );
}

function typed(document: Y.Doc, field: string): Uint8Array {
  const before = Y.encodeStateVector(document);
  const paragraph = new Y.XmlElement('paragraph');
  document.getXmlFragment(field).insert(0, [paragraph]);
  paragraph.insert(0, [new Y.XmlText('Palabras que se repiten. '.repeat(PIECE / 25))]);
  return Y.encodeStateAsUpdate(document, before);
}
