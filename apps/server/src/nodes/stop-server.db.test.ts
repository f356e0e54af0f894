import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionData } from '@cotejo/access-contracts';
import { AUDIT_LIST_TOPIC, auditRow, itemId, treeItemView } from '@cotejo/audits-contracts';
import { ROOM_PATH } from '@cotejo/rooms/protocol';
import { RawClient } from '@cotejo/rooms/testing';
import { typeIn } from '@cotejo/texts/testing';
import {
  ATTACHMENT_UPLOADS,
  textCalls,
  WORKSHEET_ROOM_KIND,
  worksheetRoomId,
  writeAttachmentTarget,
} from '@cotejo/worksheets-contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { closedWith, StartedServer } from '../started-server.fixture.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cotejo-test-stop-'));
  await chmod(dataDir, 0o711);
});
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));

it('stops without a complaint while people work: whatever used the database leaves before it ends', async () => {
  const started = await StartedServer.start({ DATA_DIR: dataDir });
  const session = await started.signIn();
  const { body } = await started.get('/proyecto/riesgo/auditoria/', session).expect(200);
  const [audit] = z.array(auditRow).parse(body.data);

  const feed = await started.feed(session);
  await feed.emitWithAck('follow', { topic: AUDIT_LIST_TOPIC, key: session.user.account_id, cursor: -1 });
  const room = started.room(audit?.id ?? '', await started.ticketOf(session));
  await new Promise((resolve) => room.once('open', resolve));

  const left = Promise.all([new Promise((resolve) => feed.once('disconnect', resolve)), closedWith(room)]);
  await started.stop();
  await left;

  expect(started.complaints).toEqual([]);
  // Postgres logs the connections that it had to terminate.
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toMatch(/terminating connection/);
});

const LAST_WORDS = 'Escrito mientras se apagaba';
const encoded = (text: string): string => Buffer.from(text).toString('base64');

/** A step of an audit with activity. */
async function stepOf(started: StartedServer, session: SessionData) {
  const list = await started.get('/proyecto/riesgo/auditoria/', session).expect(200);
  const audit = z
    .array(auditRow)
    .parse(list.body.data)
    .find(({ codigo }) => codigo.endsWith('-004'))?.id;
  if (audit === undefined) throw new Error('no such audit');
  const { body } = await started.get(`/proyecto/riesgo/auditoria/${audit}/tree/`, session).expect(200);
  type Item = z.infer<typeof treeItemView>;
  const flat = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...flat(item.items)]);
  const made = flat(z.array(treeItemView).parse(body.data));
  return { audit, item: itemId.parse(made.find(({ item_tipo }) => item_tipo === 'HT_PASO')?.id) };
}

it('has in the log what was written a moment before, and the next goes on with what was being sent', async () => {
  const started = await StartedServer.start({ DATA_DIR: dataDir });
  const session = await started.signIn();
  const { audit, item } = await stepOf(started, session);
  const room = `${ROOM_PATH}/${WORKSHEET_ROOM_KIND}/${worksheetRoomId(audit, item)}`;
  const address = started.server.address.replace('http', 'ws');
  const url = `${address}${room}?ticket=${await started.ticketOf(session)}`;
  const client = await new RawClient({ url }).synced();

  const tus = { authorization: `Token ${session.token}`, 'tus-resumable': '1.0.0' };
  const target = writeAttachmentTarget({ audit, item, field: 'evidence' });
  const file = Buffer.from('%PDF-1.7\n'.padEnd(200_000));
  const begun = await fetch(started.server.address + ATTACHMENT_UPLOADS, {
    method: 'POST',
    headers: {
      ...tus,
      'upload-length': String(file.length),
      'upload-metadata': `filename ${encoded('Acta.pdf')},target ${encoded(target)}`,
    },
  });
  const place = begun.headers.get('location') ?? '';
  const half: RequestInit & { readonly duplex: 'half' } = {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(file.subarray(0, 70_000))),
    }),
    duplex: 'half',
  };
  const sent = fetch(started.server.address + place, half).then(
    ({ status }) => status,
    () => 'cut',
  );
  const { pool } = started.server.foundation;
  await expect
    .poll(async () => (await pool.query('select from vault.upload where lease is not null')).rowCount)
    .toBe(1);
  await client.written(client.write(typeIn(client.document, LAST_WORDS, 'evidence')));
  await started.stop();
  await sent;
  expect(started.complaints).toEqual([]);

  const next = await StartedServer.start({ DATA_DIR: dataDir });
  const back = await next.signIn();
  const texts = `/proyecto/riesgo/auditoria/${audit}/tree/${item}/textos/`;
  const { body } = await next.get(texts, back).expect(200);
  const said = textCalls.texts.data?.parse(body.data).textos ?? [];
  expect(said.find(({ campo }) => campo === 'evidence')?.texto).toContain(LAST_WORDS);
  const head = await fetch(next.server.address + place, {
    method: 'HEAD',
    headers: { ...tus, authorization: `Token ${back.token}` },
  });
  const offset = Number(head.headers.get('upload-offset'));
  expect(offset).toBeGreaterThan(0);
  const rest = await fetch(next.server.address + place, {
    method: 'PATCH',
    headers: {
      ...tus,
      authorization: `Token ${back.token}`,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(file.subarray(offset)),
  });
  expect(rest.status).toBe(200);
  await next.stop();
  expect(next.complaints).toEqual([]);
});
