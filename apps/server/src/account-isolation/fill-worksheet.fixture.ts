import type { SessionData } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import { typeIn } from '@cotejo/texts/testing';
import {
  attachmentView,
  WORKSHEET_ROOM_KIND,
  worksheetRoomId,
  writeAttachmentTarget,
} from '@cotejo/worksheets-contracts';
import { vi } from 'vitest';
import { z } from 'zod';
import type { StartedServer } from '../started-server.fixture.ts';
import { uploadPdf } from '../whole-server/upload-file.fixture.ts';
import { askPlainly } from './plain-call.fixture.ts';

interface Worksheet {
  readonly audit: AuditId;
  readonly item: ItemId;
  /** Word placed in the texts and file names. */
  readonly word: string;
}

const revisions = z.object({ revisiones: z.array(z.unknown()) });

/** Attaches a file and writes a text that is revised once; returns the file's id. */
export async function fillWorksheet(
  started: StartedServer,
  by: SessionData,
  { audit, item, word }: Worksheet,
): Promise<string> {
  const { address } = started.server;
  const target = writeAttachmentTarget({ audit, item, field: null });
  const answer = await uploadPdf(address, by.token, { word, target });
  const { data } = z.object({ data: attachmentView }).parse(answer);

  const room = `${ROOM_PATH}/${WORKSHEET_ROOM_KIND}/${worksheetRoomId(audit, item)}`;
  const url = `${address.replace('http', 'ws')}${room}?ticket=${await started.ticketOf(by)}`;
  const client = await new RawClient({ url }).synced();
  await client.written(client.write(typeIn(client.document, `Palabras de ${word}`, 'evidence')));
  client.send({ t: 'rest' });
  const path = `/proyecto/riesgo/auditoria/${audit}/tree/${item}/textos/evidence/revisiones/`;
  await vi.waitFor(async () => {
    const answer = await askPlainly(started, by, { method: 'GET', path });
    const told = revisions.safeParse(answer.data).data?.revisiones.length;
    if (told !== 1) throw new Error(`the text was not revised: ${answer.text}`);
  });
  await client.close();
  return data.id;
}
