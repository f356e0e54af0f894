import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskFileStore } from './disk-file-store.ts';
import type { FileStore } from './file-store.ts';
import { S3FileStore } from './s3-file-store.ts';
import { S3Server } from './s3-server.fixture.ts';

const mine = '00000000-0000-4000-8000-00000000000a';
const theirs = '00000000-0000-4000-8000-00000000000b';
const hashOf = (file: Buffer): string => createHash('sha256').update(file).digest('hex');

let folder: string;
let s3: S3Server;
let stores: Record<'disk' | 'S3', FileStore>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cotejo-store-'));
  s3 = await S3Server.start();
  stores = {
    disk: new DiskFileStore(join(folder, 'files')),
    S3: new S3FileStore(s3.place, join(folder, 'spool')),
  };
});
afterEach(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

async function fileOf(content: Buffer): Promise<string> {
  // Not modified afterwards: a store may keep it as a hard link.
  const path = join(folder, randomUUID());
  await writeFile(path, content);
  return path;
}

describe.each(['disk', 'S3'] as const)('content on %s', (kind) => {
  it('is found by its hash, whole and in parts, however it was given', async () => {
    const store = stores[kind];
    const file = randomBytes(300_000);
    const sha256 = hashOf(file);
    expect(await store.put(mine, Readable.from([file.subarray(0, 10), file.subarray(10)]))).toEqual({
      sha256,
      bytes: file.length,
    });
    expect(await store.put(mine, await fileOf(file))).toEqual({ sha256, bytes: file.length });
    expect(await store.has(mine, sha256)).toBe(file.length);
    const whole = await store.open(mine, sha256);
    expect([whole?.bytes, whole && (await buffer(whole.stream)).equals(file)]).toEqual([file.length, true]);
    for (const [first, last] of [
      [0, 0],
      [100, 70_000],
      [file.length - 1, file.length - 1],
    ] as const) {
      const part = await store.open(mine, sha256, { first, last });
      expect(part?.bytes).toBe(file.length);
      expect(part && (await buffer(part.stream)).equals(file.subarray(first, last + 1))).toBe(true);
    }
  });

  it('is nobody else’s, even for those who know its hash', async () => {
    const store = stores[kind];
    const { sha256 } = await store.put(mine, await fileOf(Buffer.from('acta')));
    expect(await store.has(theirs, sha256)).toBeNull();
    expect(await store.open(theirs, sha256)).toBeNull();
    await store.remove(theirs, sha256);
    expect(await store.has(mine, sha256)).toBe(4);
    expect(await store.usage(theirs)).toEqual({ files: 0, bytes: 0 });
  });

  it('is there once, and gone when it is removed', async () => {
    const store = stores[kind];
    for (const text of ['a', 'bb', 'ccc', 'a']) await store.put(mine, await fileOf(Buffer.from(text)));
    expect(await store.usage(mine)).toEqual({ files: 3, bytes: 6 });
    const sha256 = hashOf(Buffer.from('bb'));
    await store.remove(mine, sha256);
    await store.remove(mine, sha256);
    expect(await store.has(mine, sha256)).toBeNull();
    expect(await store.open(mine, sha256)).toBeNull();
    expect(await store.usage(mine)).toEqual({ files: 2, bytes: 4 });
  });

  it('gets in the way of nobody who puts the same at once', async () => {
    const store = stores[kind];
    const path = await fileOf(randomBytes(50_000));
    const all = await Promise.all(Array.from({ length: 8 }, () => store.put(mine, path)));
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await store.usage(mine)).toEqual({ files: 1, bytes: 50_000 });
  });

  it.each(['..', '../../etc/passwd', '', 'A'.repeat(64), `${'a'.repeat(63)}/`, 'a'.repeat(63)])(
    'is not looked for outside, under the hash %j',
    async (hash) => {
      expect(await stores[kind].has(mine, hash)).toBeNull();
      expect(await stores[kind].open(mine, hash)).toBeNull();
      await expect(stores[kind].remove(mine, hash)).rejects.toThrow('not a SHA-256');
    },
  );

  it.each(['', '..', '../x', 'a/b', '.drafts', 'a'.repeat(65)])(
    'belongs to no account %j',
    async (account) => {
      await expect(stores[kind].put(account, await fileOf(Buffer.from('x')))).rejects.toThrow(
        'not an account',
      );
      await expect(stores[kind].usage(account)).rejects.toThrow('not an account');
    },
  );
});

describe('content on disk', () => {
  it('is replaced when a part of it is all that a broken disk left', async () => {
    const file = Buffer.from('el acta entera');
    const place = join(folder, 'files', mine, hashOf(file).slice(0, 2), hashOf(file));
    await stores.disk.put(mine, await fileOf(file));
    await writeFile(place, 'el acta');
    await stores.disk.put(mine, Readable.from([file]));
    expect((await stat(place)).size).toBe(file.length);
  });

  it('leaves no drafts', async () => {
    await stores.disk.put(mine, Readable.from([Buffer.from('x')]));
    await stores.disk.put(mine, await fileOf(Buffer.from('y')));
    expect(await readdir(join(folder, 'files', '.drafts'))).toEqual([]);
  });

  it('outlives the file that it came from', async () => {
    const path = await fileOf(Buffer.from('x'));
    const { sha256 } = await stores.disk.put(mine, path);
    await rm(path);
    expect(await stores.disk.has(mine, sha256)).toBe(1);
  });
});

describe('content on S3', () => {
  it('is sent once, with its checksum', async () => {
    const path = await fileOf(Buffer.from('x'));
    await stores.S3.put(mine, path);
    await stores.S3.put(mine, path);
    expect(s3.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
    await expect(stores.S3.put(mine, path, hashOf(Buffer.from('other')))).rejects.toThrow('BadDigest');
  });

  it('says so when the bucket is not ours, instead of that there is nothing', async () => {
    const other = new S3FileStore(
      { ...s3.place, credentials: { accessKeyId: 'x', secretAccessKey: 'y' } },
      folder,
    );
    await expect(other.has(mine, 'a'.repeat(64))).rejects.toThrow();
  });
});
