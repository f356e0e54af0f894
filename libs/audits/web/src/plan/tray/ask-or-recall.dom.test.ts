import 'fake-indexeddb/auto';
import { ApiError } from '@cotejo/http/client';
import { keptRecord, wipeCaches } from '@cotejo/rooms/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { askOrRecall, type FreshOrCached } from './ask-or-recall.ts';

const ROOM = 'audit/one';
const refused = (status: number) => new ApiError(status, { error: 'no', code: 'no' });
const silence = ApiError.network(new TypeError('no network'));
let user: string;
beforeEach(() => (user = crypto.randomUUID()));
afterEach(() => void vi.useRealTimers());

const onLate = vi.fn<(answer: FreshOrCached<string>) => void>();
const ask = (answer: () => Promise<string>, schema: z.ZodType<string> = z.string()) =>
  askOrRecall({ ask: answer, user, room: ROOM, name: 'detail', schema, onLate });
const answered = async (value: string) => {
  await ask(() => Promise.resolve(value));
  await vi.waitFor(async () => expect(await keptRecord(user, ROOM, 'detail')).toBe(value));
};

describe('what a page asks before it opens', () => {
  it('is what the server says, while it says something', async () => {
    await answered('before');
    expect(await ask(() => Promise.resolve('now'))).toEqual({ value: 'now', isRemembered: false });
  });

  it.each([
    ['there is no network', silence],
    ['the server is in trouble', refused(503)],
  ])('is what it said last when %s', async (_, error) => {
    await answered('before');
    expect(await ask(() => Promise.reject(error))).toEqual({ value: 'before', isRemembered: true });
  });

  it('fails when nothing is remembered, or nothing that can be read', async () => {
    await expect(ask(() => Promise.reject(silence))).rejects.toBe(silence);
    await answered('before');
    await expect(ask(() => Promise.reject(silence), z.literal('else'))).rejects.toBe(silence);
  });

  it.each([401, 403, 404])('is refused by a %i, and what was remembered is forgotten', async (status) => {
    await answered('before');
    const refusal = refused(status);
    await expect(ask(() => Promise.reject(refusal))).rejects.toBe(refusal);
    await expect(ask(() => Promise.reject(silence))).rejects.toBe(silence);
  });

  it('is remembered by nobody after signing out', async () => {
    await answered('before');
    await wipeCaches(user);
    await expect(ask(() => Promise.reject(silence))).rejects.toBe(silence);
  });

  it('waits four seconds for a server that says nothing, and takes its word when it comes', async () => {
    await answered('before');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let say: (value: string) => void = () => undefined;
    const told = ask(() => new Promise((resolve) => (say = resolve)));
    const isTold = vi.fn();
    void told.then(isTold);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(isTold).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(await told).toEqual({ value: 'before', isRemembered: true });
    say('now');
    await vi.waitFor(() => expect(onLate).toHaveBeenCalledWith({ value: 'now', isRemembered: false }));
  });
});
