import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionData } from '@cotejo/access-contracts';
import { committee, committeeCalls } from '@cotejo/committees-contracts';
import { certificate, certificateCalls } from '@cotejo/directory-contracts';
import { UPLOADS_PATH } from '@cotejo/files/protocol';
import { pathOf } from '@cotejo/http/contracts';
import { rowFromWire, toWire, writeFileTarget, type AnyRecord } from '@cotejo/record';
import { RecordFiles } from '@cotejo/record/server';
import { taskCalls } from '@cotejo/tasks-contracts';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AskedCalls } from './asked-calls.fixture.ts';
import { demoDatabase } from '../demo-database.fixture.ts';
import { signInStranger } from './sign-in-stranger.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';
import { sendTus } from './upload-file.fixture.ts';

let database: CopiedDatabase;
let folder: string;
let started: StartedServer;
let ask: AskedCalls;
let claudia: SessionData;
let andres: SessionData;
let laura: SessionData;
let hernan: SessionData;
let olga: SessionData;
const calls = committeeCalls();
const of = ({ id }: { readonly id: unknown }) => ({ params: { id: String(id) } });

beforeAll(async () => {
  database = await demoDatabase();
  folder = await mkdtemp(join(tmpdir(), 'cotejo-record-files-'));
  started = await StartedServer.on(database, { DATA_DIR: folder });
  ask = new AskedCalls(started);
  [claudia, andres, laura, hernan] = (await Promise.all(
    ['claudia.restrepo', 'andres.murcia', 'laura.pineda', 'hernan.duque'].map((name) => started.signIn(name)),
  )) as [SessionData, SessionData, SessionData, SessionData];
  olga = await signInStranger(started);
});
afterAll(async () => {
  await started.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`);
const encoded = (text: string): string => Buffer.from(text).toString('base64');
const tus = (method: string, path: string, by: SessionData, headers: Record<string, string>, body?: Buffer) =>
  sendTus(started.server.address, by.token, method, path, headers, body);
const begin = (by: SessionData, name: string, bytes: number, target: string) =>
  tus('POST', UPLOADS_PATH, by, {
    'upload-length': String(bytes),
    'upload-metadata': `filename ${encoded(name)},target ${encoded(target)}`,
  });
const documents = writeFileTarget({ record: 'committee', field: 'documents' });

/** Uploads a file; returns its id. */
async function upload(
  by: SessionData,
  name: string,
  content = pdf(name),
  target = documents,
): Promise<string> {
  const begun = await begin(by, name, content.length, target);
  if (begun.status !== 201) throw new Error(await begun.text());
  const piece = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const done = await tus('PATCH', begun.headers.get('location') ?? '', by, piece, content);
  return z.object({ data: z.object({ id: z.uuid() }) }).parse(await done.json()).data.id;
}
const newCommittee = async (documentos: readonly string[], by = claudia) => {
  const body = toWire(committee, { name: 'Comité', date: '2025-05-05', organizer: by.user.id, members: [] });
  return rowFromWire(committee, await ask.answer(by, calls.create, { body: { ...body, documentos } }));
};
const fileAt = (record: AnyRecord, id: unknown, file: string) =>
  `/api${record.path}${String(id)}/archivos/${file}/`;
const status = async (by: SessionData, path: string) => {
  const answer = await started.get(path.replace(/^\/api/, ''), by);
  return answer.status;
};
const refusedCreate = (by: SessionData, documentos: readonly string[]) =>
  ask.refusal(by, calls.create, {
    body: {
      ...toWire(committee, { name: 'x', date: '2025-05-05', organizer: by.user.id, members: [] }),
      documentos,
    },
  });
const rows = async (ids: readonly string[]) => {
  const { rows: found } = await started.server.foundation.pool.query<{ id: string; held: boolean }>(
    `select f.id, exists (select from vault.file_use u where u.account_id = f.account_id and u.id = f.id) as held
       from vault.record_file f where id = any($1::uuid[]) order by name`,
    [ids],
  );
  return found;
};

describe('files of a record', () => {
  it('are uploaded, named by the record, and downloaded by users who may read it', async () => {
    const content = pdf('Se aprueba el plan anual.');
    const minutes = await upload(claudia, 'Acta ñ.pdf', content);
    const made = await newCommittee([minutes]);
    expect(made.documents).toEqual([
      {
        ...{ id: minutes, name: 'Acta ñ.pdf', bytes: content.length, mediaType: 'application/pdf' },
        sha256: createHash('sha256').update(content).digest('hex'),
      },
    ]);
    const path = pathOf(calls.download.path, { id: made.id, file: minutes });
    const whole = await started.get(path, hernan).buffer(true).expect(200);
    expect(whole.headers['content-disposition']).toBe(
      'attachment; filename="Acta n.pdf"; filename*=UTF-8\'\'Acta%20%C3%B1.pdf',
    );
    expect(whole.headers['x-content-type-options']).toBe('nosniff');
    expect(Buffer.from(whole.body as Uint8Array).equals(content)).toBe(true);
    const part = await started.get(path, hernan).set('Range', 'bytes=0-3').buffer(true).expect(206);
    expect(Buffer.from(part.body as Uint8Array).toString()).toBe('%PDF');
    const { rows: events } = await started.server.foundation.pool.query<{ data: unknown }>(
      'select data from es.event where stream_id like $1',
      [`committee-%-${made.id}`],
    );
    expect(JSON.stringify(events)).toContain(minutes);
    expect(JSON.stringify(events)).not.toContain('Acta');
  });

  it('are named in the history when added or removed, and stay readable after removal', async () => {
    const [one, two] = [await upload(claudia, 'Uno.pdf'), await upload(claudia, 'Dos.pdf')];
    const made = await newCommittee([one]);
    const change = (documentos: readonly string[]) =>
      ask.answer(claudia, calls.change, { ...of(made), body: { documentos } });
    await change([one, two]);
    await change([one, two]);
    await change([two]);
    const history = await ask.answer(hernan, calls.history, of(made));
    expect(
      history.map(({ accion, cambios }) => [accion, cambios.filter(({ campo }) => campo === 'documents')]),
    ).toEqual([
      ['create', [{ campo: 'documents', de: null, a: 'Uno.pdf' }]],
      ['change', [{ campo: 'documents', de: null, a: 'Dos.pdf' }]],
      ['change', [{ campo: 'documents', de: 'Uno.pdf', a: null }]],
    ]);
    expect(await status(hernan, fileAt(committee, made.id, one))).toBe(200);
    // A removed file may be added again.
    const again = await change([two, one]);
    expect(again['documentos']).toMatchObject([{ nombre_archivo: 'Dos.pdf' }, { nombre_archivo: 'Uno.pdf' }]);
  });

  it('are the uploader’s own, for one record', async () => {
    const mine = await upload(claudia, 'Mía.pdf');
    expect(await refusedCreate(andres, [mine])).toBe('422 uploaded_file_not_found');
    expect(await refusedCreate(claudia, [randomUUID()])).toBe('422 uploaded_file_not_found');
    const other = await upload(
      claudia,
      'Tarea.pdf',
      pdf('Tarea'),
      writeFileTarget({ record: 'task', field: 'file' }),
    );
    expect(await refusedCreate(claudia, [other])).toBe('422 uploaded_file_not_found');
    const made = await newCommittee([mine]);
    expect(await refusedCreate(claudia, [mine])).toBe('422 uploaded_file_not_found');
    expect(made.documents).toHaveLength(1);
  });

  it('stay when another one is removed, also where their names are gone', async () => {
    const [kept, removed] = [await upload(claudia, 'Uno.pdf'), await upload(claudia, 'Dos.pdf')];
    const made = await newCommittee([kept, removed]);
    // As after an import of the log without the vault.
    await started.server.foundation.pool.query('delete from vault.record_file where id = $1', [kept]);
    const after = await ask.answer(claudia, calls.change, { ...of(made), body: { documentos: [kept] } });
    expect(after['documentos']).toMatchObject([{ id: kept, nombre_archivo: null }]);
  });

  it('belong to one record, also where two name them at once', async () => {
    const file = await upload(claudia, 'Disputada.pdf');
    const answers = await Promise.all([1, 2, 3].map(() => refusedCreate(claudia, [file])));
    expect(answers.filter((each) => each.startsWith('201'))).toHaveLength(1);
  });

  it('may be named by another record after an act is refused', async () => {
    const task = taskCalls();
    const file = await upload(
      claudia,
      'Soporte.pdf',
      pdf('Soporte'),
      writeFileTarget({ record: 'task', field: 'file' }),
    );
    const body = { titulo: 'Sin auditoría', usuario_responsable: laura.user.id, archivo: file };
    expect(await ask.refusal(claudia, task.create, { body: { ...body, elemento: randomUUID() } })).not.toBe(
      '201',
    );
    const made = await ask.answer(claudia, task.create, { body });
    expect(made['archivo']).toMatchObject({ nombre_archivo: 'Soporte.pdf' });
    const without = await ask.answer(claudia, task.change, {
      ...of(made as { id: string }),
      body: { archivo: null },
    });
    expect(without['archivo']).toBeNull();
  });

  it('are not found by users who may not read the record', async () => {
    const minutes = await upload(claudia, 'Reservada.pdf');
    const made = await newCommittee([minutes]);
    expect(await status(olga, fileAt(committee, made.id, minutes))).toBe(404);
    expect(await status(claudia, fileAt(committee, made.id, randomUUID()))).toBe(404);
    const otherMade = await newCommittee([]);
    expect(await status(claudia, fileAt(committee, otherMade.id, minutes))).toBe(404);
    const own = certificateCalls();
    const target = writeFileTarget({ record: 'certificate', field: 'file' });
    const diploma = await upload(laura, 'Diploma.pdf', pdf('Diploma'), target);
    const kept = await ask.answer(laura, own.create, {
      body: {
        ...toWire(certificate, { holder: laura.user.id, name: 'Diploma', issuer: 'IIA', date: '2025-01-01' }),
        archivo: diploma,
      },
    });
    expect(await status(laura, fileAt(certificate, kept['id'], diploma))).toBe(200);
    const others = await Promise.all(
      [andres, hernan].map((by) => status(by, fileAt(certificate, kept['id'], diploma))),
    );
    const readers = await Promise.all(
      [andres, hernan].map((by) => ask.refusal(by, own.read, of(kept as { id: string }))),
    );
    expect(others.map(String)).toEqual(readers.map((answer) => answer.split(' ')[0]));
    // Restored from the trash, the file is still there.
    await ask.answer(laura, own.remove, of(kept as { id: string }));
    await ask.answer(laura, own.restore, of(kept as { id: string }));
    expect(await status(laura, fileAt(certificate, kept['id'], diploma))).toBe(200);
  });

  it('are refused before a byte is sent where the user may not write such records', async () => {
    expect((await begin(hernan, 'Acta.pdf', 10, documents)).status).toBe(403);
    const nowhere = writeFileTarget({ record: 'committee', field: 'name' });
    expect((await begin(claudia, 'Acta.pdf', 10, nowhere)).status).toBe(400);
    expect((await begin(claudia, 'Acta.exe', 10, documents)).status).toBe(415);
  });
});

describe('the sweep of files', () => {
  const filesAt = (hours: number) =>
    new RecordFiles(started.server.foundation.pool, () => new Date(Date.now() + hours * 3_600_000));
  const never = () => Promise.resolve(false);

  it('removes uploads that no record named for a day, with their content', async () => {
    const left = await upload(claudia, 'Olvidada.pdf');
    const kept = await upload(claudia, 'Usada.pdf');
    await newCommittee([kept]);
    await filesAt(23).sweep('committee', never);
    expect(await rows([left, kept])).toEqual([
      { id: left, held: true },
      { id: kept, held: true },
    ]);
    await filesAt(25).sweep('committee', never);
    expect(await rows([left, kept])).toEqual([{ id: kept, held: true }]);
    const { rows: uses } = await started.server.foundation.pool.query(
      'select from vault.file_use where id = $1',
      [left],
    );
    expect(uses).toEqual([]);
    expect(await refusedCreate(claudia, [left])).toBe('422 uploaded_file_not_found');
  });

  it('keeps a reserved file that an event of its record names', async () => {
    const file = await upload(claudia, 'Interrumpida.pdf');
    const made = await newCommittee([file]);
    // State after a server stopped between writing the event and `setNamed`.
    await started.server.foundation.pool.query(
      'update vault.record_file set is_named = false where id = $1',
      [file],
    );
    await filesAt(25).sweep('committee', (place, id) => Promise.resolve(place.id === made.id && id === file));
    expect(await rows([file])).toHaveLength(1);
    await filesAt(50).sweep('committee', never);
    expect(await rows([file])).toHaveLength(1);
  });

  it('removes the files of records whose time in the trash is over', async () => {
    const file = await upload(claudia, 'Papelera.pdf');
    const made = await newCommittee([file]);
    await ask.answer(claudia, calls.remove, of(made));
    const day = 86_400_000;
    const forget = (days: number) =>
      filesAt(0).forgetRemoved('committee', 'committee', new Date(Date.now() + days * day));
    expect([await forget(-1), (await rows([file])).length]).toEqual([0, 1]);
    expect([await forget(1), (await rows([file])).length]).toEqual([1, 0]);
  });
});

it('the demo account has a committee, a certificate and a task with a file', async () => {
  const committees = await ask.answer(claudia, calls.list, { query: { q: 'seguimiento trimestral' } });
  expect(committees.filas).toMatchObject([
    { documentos: [{ nombre_archivo: 'Acta del comité de auditoría.pdf', tipo: 'application/pdf' }] },
  ]);
  const certificates = await ask.answer(laura, certificateCalls().list, { query: { q: 'muestreo' } });
  expect(certificates.filas).toMatchObject([{ archivo: { nombre_archivo: 'Certificado de muestreo.pdf' } }]);
  const tasks = await ask.answer(laura, taskCalls().list, { query: { q: 'actas' } });
  expect(tasks.filas).toMatchObject([{ archivo: { nombre_archivo: 'Solicitud de actas.pdf' } }]);
});
