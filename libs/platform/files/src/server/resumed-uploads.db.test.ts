import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileErrors } from '../file-errors.ts';
import { Refusal } from '@cotejo/http/contracts';
import type { TestDatabase } from '@cotejo/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHUNK_BYTES } from '../protocol.ts';
import { pdf, pdfOf } from './content/samples.fixture.ts';
import { UploadLocks } from './upload-locks.ts';
import {
  ana,
  eva,
  filesDatabase,
  hashOf,
  patchHeaders,
  streamed,
  UploadServer,
  type ServerOptions,
} from './upload-server.fixture.ts';

let database: TestDatabase;
let folder: string;
let server: UploadServer;
const start = async (options: Partial<ServerOptions> = {}) => {
  server = await UploadServer.start({ databaseUrl: database.appUrl, folder, ...options });
};
const restart = async (options: Partial<ServerOptions> = {}) => {
  await server.stop();
  await start(options);
};

beforeAll(async () => {
  database = await filesDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-files-'));
});
afterEach(async () => {
  await server.forgetAll();
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Bytes of an upload in the staging folder. */
const received = async (place: string): Promise<number> =>
  (await stat(join(folder, 'uploads', place.slice(1)))).size;

describe('two pieces for one upload at once', () => {
  it('never mix: one is taken, and the file is whole in the end', async () => {
    await start();
    const file = pdfOf(200_000);
    const place = await server.begun('ana', 'a.pdf', file.length);
    const half = file.subarray(0, 100_000);
    const both = await Promise.all([0, 0].map((offset) => server.patch('ana', place, offset, half)));
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 409]);
    expect((await server.patch('ana', place, 100_000, file.subarray(100_000))).status).toBe(200);
    expect(server.taken[0]?.sha256).toBe(hashOf(file));
  });

  it('whose last piece comes twice is handed over once', async () => {
    await start({ finished: () => new Promise((resolve) => setTimeout(() => resolve({ once: true }), 100)) });
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    await server.patch('ana', place, 0, pdf.subarray(0, 20));
    const last = () => server.patch('ana', place, 20, pdf.subarray(20));
    const empty = () => server.patch('ana', place, pdf.length, Buffer.alloc(0));
    const answers = await Promise.all([last(), last(), empty()]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect((await empty()).body).toContain('"once":true');
    expect(server.taken).toHaveLength(1);
  });

  it('waits for another node that is at it, and gives up with 423', async () => {
    await start({ limits: { waitMs: 50 } });
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    await server.pool.query(
      `update vault.upload set lease = gen_random_uuid(), leased_until = now() + interval '1 minute'`,
    );
    const busy = await server.patch('ana', place, 0, pdf);
    expect([busy.status, busy.code]).toEqual([423, 'upload_busy']);
    // Simulates a dead node: its lease expires.
    await server.pool.query(`update vault.upload set leased_until = now() - interval '1 second'`);
    expect((await server.patch('ana', place, 0, pdf)).status).toBe(200);
  });
});

describe('the lease of an upload', () => {
  afterEach(() => void vi.useRealTimers());

  it('is not taken again by a renewal that comes after it was given back', async () => {
    await start();
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    const late: (() => Promise<void>)[] = [];
    let isSlow = false;
    const query = (text: string, values: unknown[]) => {
      if (!isSlow) return server.pool.query(text, values);
      return new Promise((resolve) => {
        late.push(async () => resolve(await server.pool.query(text, values)));
      });
    };
    const locks = new UploadLocks(new Proxy(server.pool, { get: () => query }));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await locks.hold(place.slice(1), async () => {
      isSlow = true;
      vi.advanceTimersByTime(4_000);
      isSlow = false;
    });
    expect(late).toHaveLength(1);
    await late[0]?.();
    const { rows } = await server.pool.query('select lease from vault.upload');
    expect(rows).toEqual([{ lease: null }]);
  });
});

describe('a server that stops', () => {
  it('goes on with an upload where it was', async () => {
    await start();
    const file = pdfOf(3 * CHUNK_BYTES);
    const place = await server.begun('ana', 'a.pdf', file.length);
    await server.patch('ana', place, 0, file.subarray(0, CHUNK_BYTES));
    await restart();
    const { headers } = await server.request('ana', 'HEAD', place);
    expect(headers.get('upload-offset')).toBe(String(CHUNK_BYTES));
    const rest = await server.patch('ana', place, CHUNK_BYTES, file.subarray(CHUNK_BYTES));
    expect([rest.status, server.taken[0]?.sha256]).toEqual([200, hashOf(file)]);
  });

  it('keeps the part of a piece that arrived before the cut', async () => {
    await start();
    const file = pdfOf(200_000);
    const place = await server.begun('ana', 'a.pdf', file.length);
    let cut = (): void => undefined;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(file.subarray(0, 50_000)));
        cut = () => controller.error(new Error('cut'));
      },
    });
    const sent = fetch(server.endpoint + place, {
      method: 'PATCH',
      headers: { authorization: 'ana', 'tus-resumable': '1.0.0', ...patchHeaders(0) },
      ...streamed(body),
    }).catch(() => null);
    await vi.waitFor(async () => expect(await received(place)).toBeGreaterThan(0));
    cut();
    await sent;
    const { headers } = await server.request('ana', 'HEAD', place);
    const offset = Number(headers.get('upload-offset'));
    expect(offset).toBeGreaterThan(0);
    expect(offset).toBeLessThanOrEqual(50_000);
    await server.patch('ana', place, offset, file.subarray(offset));
    expect(server.taken[0]?.sha256).toBe(hashOf(file));
  });

  it('waits for nobody who is sending: what arrived is kept, and the rest is taken by the next', async () => {
    await start();
    const file = pdfOf(200_000);
    const place = await server.begun('ana', 'a.pdf', file.length);
    let goOn = (): void => undefined;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(file.subarray(0, 50_000)));
        goOn = () => controller.close();
      },
    });
    const sent = fetch(server.endpoint + place, {
      method: 'PATCH',
      headers: { authorization: 'ana', 'tus-resumable': '1.0.0', ...patchHeaders(0) },
      ...streamed(body),
    }).catch(() => null);
    await vi.waitFor(async () => expect(await received(place)).toBeGreaterThan(0));
    await server.uploads.stop();
    const { rows } = await server.pool.query('select from vault.upload where lease is not null');
    expect(rows).toEqual([]);
    const late = await server.begin('ana', 'b.pdf', 10);
    expect([late.status, late.code]).toEqual([503, 'unavailable']);
    await restart();
    goOn();
    await sent;
    const { headers } = await server.request('ana', 'HEAD', place);
    const offset = Number(headers.get('upload-offset'));
    await server.patch('ana', place, offset, file.subarray(offset));
    expect(server.taken[0]?.sha256).toBe(hashOf(file));
  });

  it('ends only once what was whole is handed over', async () => {
    let handedOver = false;
    let atIt = (): void => undefined;
    const isAtIt = new Promise<void>((resolve) => (atIt = resolve));
    await start({
      finished: async () => {
        atIt();
        await new Promise((resolve) => setTimeout(resolve, 100));
        handedOver = true;
        return {};
      },
    });
    const sent = server.send('ana', 'a.pdf', pdf);
    await isAtIt;
    await server.uploads.stop();
    expect(handedOver).toBe(true);
    expect((await sent).status).toBe(200);
  });

  it('hands over at its next start what it had kept but not handed over', async () => {
    await start({ finished: () => Promise.reject(new Error('the process dies here')) });
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    expect((await server.patch('ana', place, 0, pdf)).status).toBe(500);
    expect(await server.store.has(ana.account, hashOf(pdf))).toBe(pdf.length);
    await restart();
    expect(server.taken.map(({ id }) => `/${id}`)).toEqual([place]);
    expect((await server.patch('ana', place, pdf.length, Buffer.alloc(0))).status).toBe(200);
    expect(server.taken).toHaveLength(1);
  });

  it('finishes at its next start what had arrived whole', async () => {
    await start({ finished: () => Promise.reject(new Error('the process dies here')) });
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    await server.patch('ana', place, 0, pdf);
    // Simulates a crash between writing the rows and the bytes.
    await server.store.remove(ana.account, hashOf(pdf));
    await server.pool.query(`update vault.upload set state = 'open'`);
    await restart();
    expect(server.taken.map(({ id }) => `/${id}`)).toEqual([place]);
    expect(await server.store.has(ana.account, hashOf(pdf))).toBe(pdf.length);
  });

  it('leaves nothing that counts of what is not wanted any more', async () => {
    await start({ finished: () => Promise.reject(new Error('the process dies here')) });
    await server.send('ana', 'a.pdf', pdf);
    await restart({ finished: () => Promise.reject(new Refusal(fileErrors, 'file_not_found')) });
    expect(await server.uploads.usage(ana.account)).toBe(0);
    expect(await server.store.usage(ana.account)).toEqual({ files: 0, bytes: 0 });
  });
});

describe('time', () => {
  const day = 24 * 3_600_000;

  it('ends an upload after a day, and what it took comes back', async () => {
    let now = Date.now();
    await start({ now: () => new Date(now), quota: () => 1000 });
    const place = await server.begun('ana', 'a.pdf', 900);
    await server.patch('ana', place, 0, pdf.subarray(0, 10));
    now += day + 1;
    expect((await server.request('ana', 'HEAD', place)).status).toBe(404);
    expect((await server.begin('ana', 'b.pdf', 900)).status).toBe(201);
    await server.uploads.sweep();
    const { rows } = await server.pool.query<{ name: string }>('select name from vault.upload');
    expect(rows).toEqual([{ name: 'b.pdf' }]);
    expect((await readdir(join(folder, 'uploads'))).some((name) => place.endsWith(name))).toBe(false);
  });

  it('leaves what was handed over, until nobody holds it', async () => {
    let now = Date.now();
    await start({ now: () => new Date(now) });
    const place = await server.begun('ana', 'a.pdf', pdf.length);
    await server.patch('ana', place, 0, pdf);
    const copy = '00000000-0000-4000-8000-0000000000c0';
    expect(await server.files.hold(ana.account, copy, hashOf(pdf))).toBe(true);
    expect(await server.files.hold(eva.account, copy, hashOf(pdf))).toBe(false);
    now += 3 * day;
    await server.uploads.sweep();
    await server.files.release(ana.account, place.slice(1));
    await server.uploads.sweep();
    expect(await server.store.has(ana.account, hashOf(pdf))).toBe(pdf.length);
    await server.files.release(ana.account, copy);
    await server.uploads.sweep();
    expect(await server.store.has(ana.account, hashOf(pdf))).toBeNull();
    expect(await server.uploads.usage(ana.account)).toBe(0);
  });
});
