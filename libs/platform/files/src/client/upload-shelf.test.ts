import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { wipeUploads } from './upload-memory.ts';
import { browserShelf, type ClaimUpload } from './upload-shelf.ts';
import { createUploader, type Uploader, type UploaderOptions } from './uploader.ts';

let user: string;
/** Uploads claimed by pages of the browser. */
let held: Set<string>;
const claim: ClaimUpload = async (id) => {
  if (held.has(id)) return null;
  held.add(id);
  return () => void held.delete(id);
};
beforeEach(() => {
  user = randomUUID();
  held = new Set();
});

/** A server that accepts new uploads but no chunks. */
const deaf: typeof fetch = (_, init) =>
  init?.method === 'DELETE'
    ? Promise.resolve(new Response(null, { status: 204 }))
    : init?.method === 'POST'
      ? Promise.resolve(new Response(null, { status: 201, headers: { location: '/api/uploads/1' } }))
      : new Promise(() => undefined);
const refusing: typeof fetch = () =>
  Promise.resolve(Response.json({ error: 'No cabe.', code: 'quota_exceeded' }, { status: 413 }));

const page = (options: Partial<UploaderOptions> = {}): Uploader =>
  createUploader({
    endpoint: 'http://localhost/api/uploads',
    user,
    headers: () => ({}),
    storage: null,
    fetch: deaf,
    claim,
    ...options,
  });
const pdf = () => new File(['%PDF-1.7 words'], 'Acta.pdf', { lastModified: 7 });
const kept = async () => (await browserShelf(user)?.all()) ?? [];
const isKept = () => vi.waitFor(async () => expect(await kept()).toHaveLength(1));
const isGone = () => vi.waitFor(async () => expect(await kept()).toEqual([]));
/** Simulates a closed page: nothing is deleted, and its locks end. */
const close = (uploader: Uploader) => uploader.stop();

describe('files that are on their way', () => {
  it('go on by themselves in the next page, as they were', async () => {
    const before = page();
    const [id] = before.add([pdf()], 'item-1');
    await isKept();
    await close(before);
    const after = page();
    await after.restore();
    expect(after.state()).toMatchObject([
      { id, name: 'Acta.pdf', bytes: 14, target: 'item-1', status: 'uploading' },
    ]);
    await close(after);
  });

  it('stay paused when they were', async () => {
    const before = page();
    const [id = ''] = before.add([pdf()], 'item-1');
    await isKept();
    before.pause(id);
    await vi.waitFor(async () => expect((await kept())[0]?.isPaused).toBe(true));
    await close(before);
    const after = page();
    await after.restore();
    expect(after.state()).toMatchObject([{ status: 'paused' }]);
    await close(after);
  });

  it('are left to the page that is at them, and are not said to be half done there', async () => {
    const one = page();
    one.add([pdf()], 'item-1');
    await isKept();
    const other = page();
    await other.restore();
    expect(other.state()).toEqual([]);
    expect(other.remembered()).toEqual([]);
    await close(one);
    await other.restore();
    expect(other.state()).toHaveLength(1);
    await close(other);
  });

  it('are another person’s only', async () => {
    const before = page();
    before.add([pdf()], 'item-1');
    await isKept();
    await close(before);
    const stranger = page({ user: randomUUID() });
    await stranger.restore();
    expect(stranger.state()).toEqual([]);
  });

  it.each([
    ['are given up', async (uploader: Uploader, id: string) => uploader.cancel(id)],
    [
      'belong to who signed out',
      async (uploader: Uploader) => {
        await uploader.stop();
        await wipeUploads(user, null);
      },
    ],
  ])('are kept no longer once they %s', async (_, end) => {
    const uploader = page();
    const [id = ''] = uploader.add([pdf()], 'item-1');
    await isKept();
    await end(uploader, id);
    await isGone();
    expect(held.size).toBe(0);
  });

  it('are not kept once the server said no for good, nor when this page does', async () => {
    const uploader = page({ fetch: refusing });
    uploader.add([pdf(), new File(['x'], 'x.exe')], 'item-1');
    await vi.waitFor(() =>
      expect(uploader.state().map(({ status }) => status)).toEqual(['failed', 'failed']),
    );
    await isGone();
    expect(uploader.state().map(({ id }) => uploader.mayRetry(id))).toEqual([true, false]);
    await close(uploader);
  });
});
