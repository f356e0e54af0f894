import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import { WORKSHEET_ROOM_KIND, worksheetRoomId } from '@cotejo/worksheets-contracts';
import * as Y from 'yjs';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';
import { typicalText } from './typical-text.ts';

export interface TextPlace {
  readonly url: string;
  readonly audit: AuditId;
}

/** Opens a client of a worksheet's texts; resolves once it holds all of them. */
export async function openTexts(
  run: BenchRun,
  { url, audit }: TextPlace,
  person: SignedIn,
  item: ItemId,
): Promise<RawClient> {
  const room = `${ROOM_PATH}/${WORKSHEET_ROOM_KIND}/${worksheetRoomId(audit, item)}`;
  const ticket = encodeURIComponent(await person.getTicket());
  const client = new RawClient({ url: `${url.replace(/^http/, 'ws')}${room}?ticket=${ticket}` });
  run.atEnd(() => client.cut());
  return client.synced();
}

/** Writes a typical text into each of these worksheets, one after the other. */
export async function writeTypicalTexts(
  run: BenchRun,
  place: TextPlace,
  person: SignedIn,
  items: readonly ItemId[],
  random: () => number,
): Promise<void> {
  for (const item of items) {
    run.signal.throwIfAborted();
    const client = await openTexts(run, place, person, item);
    const document = typicalText(random);
    const answer = await client.written(client.write(Y.encodeStateAsUpdate(document)));
    if (answer !== 'stored') throw new Error(`a typical text was answered with ${answer}`);
    document.destroy();
    await client.close();
  }
}
