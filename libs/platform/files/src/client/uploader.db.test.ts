import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import type { TestDatabase } from '@cotejo/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { pdf, samples } from '../server/content/samples.fixture.ts';
import { S3FileStore } from '../server/s3-file-store.ts';
import { S3Server } from '../server/s3-server.fixture.ts';
import { stageOnS3 } from '../server/stage-on-s3.ts';
import { filesDatabase, UploadServer, type ServerOptions } from '../server/upload-server.fixture.ts';
import { wipeUploads, type UploadStorage } from './upload-memory.ts';
import { createUploader, type Uploader, type UploaderOptions } from './uploader.ts';

class PageStorage extends Map<string, string> implements UploadStorage {
  get length(): number {
    return this.size;
  }
  key = (index: number) => [...this.keys()][index] ?? null;
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
}

const fileOf = (content: Buffer, name = 'Acta.pdf'): File =>
  new File([new Uint8Array(content)], name, { lastModified: 1 });
const pdfOf = (bytes: number): Buffer => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, ' ')]);
const hashOf = (file: Buffer): string => createHash('sha256').update(file).digest('hex');

let database: TestDatabase;
let folder: string;
let server: UploadServer;
let storage: PageStorage;
let uploader: Uploader;
const start = async (options: Partial<ServerOptions> = {}) => {
  server = await UploadServer.start({ databaseUrl: database.appUrl, folder, ...options });
};
const open = (options: Partial<UploaderOptions> = {}): Uploader => {
  uploader = createUploader({
    endpoint: server.endpoint,
    user: 'ana',
    headers: () => ({ authorization: 'ana' }),
    retryDelays: [20, 20, 50, 100, 200, 400],
    storage,
    ...options,
  });
  return uploader;
};
const until = (check: () => boolean) => vi.waitFor(() => expect(check()).toBe(true));
const statuses = () => uploader.state().map(({ status }) => status);
const only = () => {
  const [state] = uploader.state();
  if (!state) throw new Error('no upload');
  return state;
};

beforeAll(async () => {
  database = await filesDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-uploader-'));
  storage = new PageStorage();
});
afterEach(async () => {
  await uploader.stop();
  await server.forgetAll();
  await server.stop();
  await rm(folder, { recursive: true });
});

describe('uploads of a page', () => {
  it('go two at a time, tell how far they are, and end with the answer', async () => {
    await start();
    open();
    let most = 0;
    const seen: number[] = [];
    uploader.subscribe(() => {
      most = Math.max(most, statuses().filter((status) => status === 'uploading').length);
      seen.push(uploader.state()[0]?.sent ?? 0);
    });
    const files = [300_000, 200_000, 100_000].map((bytes, index) => fileOf(pdfOf(bytes), `${index}.pdf`));
    uploader.add(files, 'item-1');
    expect(statuses()).toEqual(['uploading', 'uploading', 'waiting']);
    await until(() => statuses().every((status) => status === 'done'));
    expect(most).toBe(2);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen).toContain(65_536);
    expect(uploader.state()[0]).toMatchObject({ sent: 300_000, answer: { attachment: expect.any(String) } });
    expect(server.taken.map(({ target }) => target)).toEqual(['item-1', 'item-1', 'item-1']);
    expect(storage.size).toBe(0);
  });

  it('fail at once, without a request, where the server would refuse', async () => {
    await start();
    open({ most: 1000, fetch: () => Promise.reject(new Error('not to be asked')) });
    uploader.add(
      [fileOf(pdf, 'x.exe'), fileOf(Buffer.alloc(0)), fileOf(pdfOf(1001)), fileOf(pdf, '..')],
      'item-1',
    );
    expect(uploader.state().map(({ code }) => code)).toEqual([
      'file_type_refused',
      'file_empty',
      'file_too_large',
      'file_name_invalid',
    ]);
  });

  it('say in the server’s words why it refused', async () => {
    await start();
    open();
    uploader.add([fileOf(samples.zip, 'Acta.pdf')], 'item-1');
    await until(() => only().status === 'failed');
    expect(only()).toMatchObject({
      code: 'file_type_mismatch',
      message: 'El contenido del archivo no corresponde a su extensión.',
    });
    expect(storage.size).toBe(0);
  });

  it('pause and go on from where they were', async () => {
    await start();
    open();
    const file = pdfOf(1_000_000);
    const [id = ''] = uploader.add([fileOf(file)], 'item-1');
    await until(() => only().sent > 100_000);
    uploader.pause(id);
    expect(only().status).toBe('paused');
    const { sent } = only();
    uploader.resume(id);
    await until(() => only().status === 'done');
    expect(sent).toBeLessThan(1_000_000);
    expect(server.taken.map(({ sha256 }) => sha256)).toEqual([hashOf(file)]);
  });

  it('are taken back when cancelled', async () => {
    await start();
    open();
    const [id = ''] = uploader.add([fileOf(pdfOf(1_000_000))], 'item-1');
    await until(() => only().sent > 0);
    await uploader.cancel(id);
    expect(uploader.state()).toEqual([]);
    expect(storage.size).toBe(0);
    expect((await server.pool.query('select from vault.upload')).rowCount).toBe(0);
  });

  it('go on by themselves after the server was away, without a second upload', async () => {
    await start();
    const { port } = server;
    open({ retryDelays: Array.from({ length: 100 }, () => 50) });
    const file = pdfOf(2_000_000);
    uploader.add([fileOf(file)], 'item-1');
    await until(() => only().sent > 200_000);
    await server.stop();
    await start({ port });
    await until(() => only().status === 'done');
    expect(server.taken.map(({ sha256 }) => sha256)).toEqual([hashOf(file)]);
    expect((await server.pool.query('select from vault.upload')).rowCount).toBe(1);
  });

  it('stay, as offline, when nobody answers for long, and go on when asked to', async () => {
    await start();
    let isOffline = true;
    open({
      retryDelays: [1, 1],
      fetch: (...request) => (isOffline ? Promise.reject(new TypeError('offline')) : fetch(...request)),
    });
    const [id = ''] = uploader.add([fileOf(pdf)], 'item-1');
    await until(() => only().status === 'failed');
    expect(only().code).toBe('offline');
    isOffline = false;
    uploader.resume(id);
    await until(() => only().status === 'done');
  });

  it('ask again for an answer that got lost', async () => {
    await start();
    let lost = 0;
    open({
      fetch: async (...request) => {
        const response = await fetch(...request);
        if (response.status === 200 && request[1]?.method === 'PATCH' && (lost += 1) === 1) {
          throw new TypeError('connection lost');
        }
        return response;
      },
    });
    uploader.add([fileOf(pdf)], 'item-1');
    await until(() => only().status === 'done');
    expect(only().answer).toEqual({ attachment: server.taken[0]?.id });
    expect(server.taken).toHaveLength(1);
  });
});

describe('a page that is opened again', () => {
  const file = pdfOf(1_000_000);
  const leaveHalfway = async () => {
    await start();
    open();
    uploader.add([fileOf(file)], 'item-1');
    await until(() => only().sent > 100_000);
    await uploader.stop();
  };

  it('remembers what was begun, and goes on once its file is chosen again', async () => {
    await leaveHalfway();
    open();
    expect(uploader.remembered()).toMatchObject([{ name: 'Acta.pdf', bytes: file.length, target: 'item-1' }]);
    uploader.add([fileOf(file)], 'item-1');
    expect(uploader.remembered()).toEqual([]);
    await until(() => only().status === 'done');
    expect(server.taken.map(({ sha256 }) => sha256)).toEqual([hashOf(file)]);
    expect((await server.pool.query('select from vault.upload')).rowCount).toBe(1);
  });

  it('begins anew where the server has forgotten it', async () => {
    await leaveHalfway();
    await server.pool.query('delete from vault.upload');
    open();
    uploader.add([fileOf(file)], 'item-1');
    await until(() => only().status === 'done');
    expect(server.taken).toHaveLength(1);
  });

  it('remembers nothing of another person, nor of one who signed out', async () => {
    await leaveHalfway();
    open({ user: 'an' });
    expect(uploader.remembered()).toEqual([]);
    await wipeUploads('an', storage);
    expect(storage.size).toBe(1);
    await wipeUploads('ana', storage);
    expect(storage.size).toBe(0);
  });
});

describe('uploads that come together in a bucket', () => {
  it('arrive whole, pause and resume, and leave only their content', async () => {
    const s3 = await S3Server.start();
    const spool = join(folder, 'spool');
    const store = new S3FileStore(s3.place, spool);
    await start({ places: { store, staging: stageOnS3(s3.place, spool) } });
    open();
    const file = pdfOf(500_000);
    const [id = ''] = uploader.add([fileOf(file)], 'item-1');
    await until(() => only().sent > 100_000);
    uploader.pause(id);
    uploader.resume(id);
    await until(() => only().status === 'done' || only().status === 'failed');
    expect(only()).toMatchObject({ status: 'done', code: null });
    expect([...s3.objects.keys()]).toEqual([
      `files/${server.taken[0]?.account}/${hashOf(file).slice(0, 2)}/${hashOf(file)}`,
    ]);
    await s3.stop();
  });
});
