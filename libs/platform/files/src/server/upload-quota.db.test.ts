import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestDatabase } from '@cotejo/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pdfOf } from './content/samples.fixture.ts';
import {
  ana,
  eva,
  filesDatabase,
  luis,
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

beforeAll(async () => {
  database = await filesDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-quota-'));
});
afterEach(async () => {
  await server.forgetAll();
  await server.stop();
  await rm(folder, { recursive: true });
});

describe('the quota of an account', () => {
  it('counts what is kept and what has come, and not what is only announced', async () => {
    await start({ quota: () => 1000, limits: { step: 50 } });
    await server.send('ana', 'a.pdf', pdfOf(300));
    await server.begun('luis', 'b.pdf', 600);
    expect(await server.uploads.usage(ana.account)).toBe(350);
    // An upload that could never fit the quota is not started.
    expect((await server.begin('ana', 'c.pdf', 651)).code).toBe('quota_exceeded');
    expect((await server.begin('eva', 'c.pdf', 1000)).status).toBe(201);
    expect((await server.begin('ana', 'c.pdf', 650)).status).toBe(201);
  });

  it('takes of it what came and a step more, and shows administrators who holds how much', async () => {
    await start({ quota: () => 10_000, limits: { step: 100 } });
    const place = await server.begun('ana', 'a.pdf', 5_000);
    await server.begun('ana', 'b.pdf', 60);
    await server.begun('luis', 'c.pdf', 5_000);
    await server.patch('ana', place, 0, pdfOf(5_000).subarray(0, 1_000));
    expect(await server.uploads.reservations(ana.account)).toEqual([
      { user: ana.user, uploads: 2, bytes: 1_100 + 60 },
      { user: luis.user, uploads: 1, bytes: 100 },
    ]);
    expect(await server.uploads.usage(ana.account)).toBe(1_260);
    expect(await server.uploads.reservations(eva.account)).toEqual([]);
  });

  it('is never passed by uploads that grow at once: one ends, and the other becomes whole', async () => {
    await start({ quota: () => 1_000, limits: { step: 10 } });
    const files = [pdfOf(700), Buffer.concat([pdfOf(699), Buffer.from('x')])];
    const places = await Promise.all(
      (['ana', 'luis'] as const).map((who, index) => server.begun(who, `${index}.pdf`, files[index]!.length)),
    );
    const send = async (who: 'ana' | 'luis', index: number): Promise<string | null> => {
      const file = files[index]!;
      for (let at = 0; at < file.length; at += 50) {
        const { code } = await server.patch(who, places[index]!, at, file.subarray(at, at + 50));
        expect(await server.uploads.usage(ana.account)).toBeLessThanOrEqual(1_000);
        if (code !== null) return code;
      }
      return null;
    };
    const ends = await Promise.all([send('ana', 0), send('luis', 1)]);
    expect(new Set(ends)).toEqual(new Set([null, 'quota_exceeded']));
    expect(await server.uploads.usage(ana.account)).toBe(700);
    expect(await server.uploads.reservations(ana.account)).toEqual([]);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
    // Later requests get the same refusal, and its reservation is available again.
    const refused = ends.findIndex((code) => code !== null);
    const again = await server.patch(refused === 0 ? 'ana' : 'luis', places[refused]!, 700, Buffer.alloc(0));
    expect(again.code).toBe('quota_exceeded');
    expect((await server.begin('ana', 'c.pdf', 300)).status).toBe(201);
  });

  it('is kept to within one request too, whatever length it tells', async () => {
    let quota = 1_000_000;
    await start({ quota: () => quota, limits: { step: 1_000 } });
    const file = pdfOf(900_000);
    const place = await server.begun('ana', 'a.pdf', file.length);
    quota = 100_000;
    const response = await fetch(server.endpoint + place, {
      method: 'PATCH',
      headers: { authorization: 'ana', 'tus-resumable': '1.0.0', ...patchHeaders(0) },
      ...streamed(new Blob([new Uint8Array(file)]).stream()),
    });
    expect(response.status).toBe(413);
    expect(await server.uploads.usage(ana.account)).toBe(0);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });

  it('leaves a person only so many bytes in unfinished uploads', async () => {
    await start({ limits: { reserved: 1_000, step: 100 } });
    const place = await server.begun('ana', 'a.pdf', 5_000);
    expect((await server.patch('ana', place, 0, pdfOf(5_000).subarray(0, 850))).status).toBe(204);
    await server.begun('ana', 'b.pdf', 50);
    const third = await server.begin('ana', 'c.pdf', 500);
    expect([third.status, third.code]).toEqual([413, 'uploads_too_large']);
    expect((await server.begin('luis', 'c.pdf', 500)).status).toBe(201);
    const more = await server.patch('ana', place, 850, pdfOf(5_000).subarray(850, 1_800));
    expect([more.status, more.code]).toEqual([413, 'uploads_too_large']);
    expect(await server.uploads.reservations(ana.account)).toEqual([
      { user: luis.user, uploads: 1, bytes: 100 },
      { user: ana.user, uploads: 1, bytes: 50 },
    ]);
  });

  it('has what an upload without bytes holds back after minutes, and what one with bytes holds after a day', async () => {
    let now = new Date('2026-03-02T12:00:00Z');
    await start({ quota: () => 2_000, limits: { step: 400 }, now: () => now });
    const empty = await server.begun('ana', 'a.pdf', 900);
    const begun = await server.begun('ana', 'b.pdf', 900);
    await server.patch('ana', begun, 0, pdfOf(900).subarray(0, 10));
    now = new Date('2026-03-02T12:16:00Z');
    expect((await server.request('ana', 'HEAD', empty)).status).toBe(404);
    expect((await server.request('ana', 'HEAD', begun)).headers.get('upload-offset')).toBe('10');
    expect(await server.uploads.usage(ana.account)).toBe(400);
    await server.uploads.sweep();
    expect(await readdir(join(folder, 'uploads'))).toHaveLength(2);
    now = new Date('2026-03-03T12:01:00Z');
    expect(await server.uploads.usage(ana.account)).toBe(0);
  });

  it('is never passed by many that begin at once', async () => {
    await start({ quota: () => 1000 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => server.begin('ana', `${index}.pdf`, 300)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  });

  it('leaves a person only so many uploads under way', async () => {
    await start({ limits: { open: 2 } });
    await server.begun('ana', 'a.pdf', 10);
    await server.begun('ana', 'b.pdf', 10);
    expect((await server.begin('ana', 'c.pdf', 10)).code).toBe('too_many_uploads');
    expect((await server.begin('luis', 'c.pdf', 10)).status).toBe(201);
  });
});
