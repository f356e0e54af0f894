import type { SessionData } from '@cotejo/access-contracts';
import type { AuditId, ItemId } from '@cotejo/audits-contracts';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import { typeIn } from '@cotejo/texts/testing';
import {
  ATTACHMENT_UPLOADS,
  attachmentView,
  WORKSHEET_ROOM_KIND,
  worksheetRoomId,
  writeAttachmentTarget,
} from '@cotejo/worksheets-contracts';
import { vi } from 'vitest';
import { z } from 'zod';
import type { StartedServer } from '../started-server.fixture.ts';
import { askPlainly } from './plain-call.fixture.ts';

interface Worksheet {
  readonly audit: AuditId;
  readonly item: ItemId;
  /** Word placed in the texts and file names. */
  readonly word: string;
}

const encoded = (text: string): string => Buffer.from(text).toString('base64');
const revisions = z.object({ revisiones: z.array(z.unknown()) });

/** Attaches a file and writes a text that is revised once; returns the file's id. */
export async function fillWorksheet(
  started: StartedServer,
  by: SessionData,
  { audit, item, word }: Worksheet,
): Promise<string> {
  const { address } = started.server;
  const file = Buffer.from(`%PDF-1.7\n${word}\n%%EOF\n`);
  const tus = { authorization: `Token ${by.token}`, 'tus-resumable': '1.0.0' };
  const target = writeAttachmentTarget({ audit, item, field: null });
  const begun = await fetch(address + ATTACHMENT_UPLOADS, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(file.length),
      'upload-metadata': `filename ${encoded(`Acta ${word}.pdf`)},target ${encoded(target)}`,
    },
  });
  const done = await fetch(address + (begun.headers.get('location') ?? ''), {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(file),
  });
  const { data } = z.object({ data: attachmentView }).parse(await done.json());

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
