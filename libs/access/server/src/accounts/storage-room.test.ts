import type { AccountId } from '@cotejo/access-contracts';
import { describe, expect, it, vi } from 'vitest';
import { StorageRoom } from './storage-room.ts';

const HERE = 'here' as AccountId;

function given(quota: number | null, stored: number) {
  const account = { quota, stored };
  let now = 0;
  const used = vi.fn(async () => account.stored);
  const room = new StorageRoom({ quotaOf: () => account.quota, used, elapsed: () => now });
  return { account, used, room, later: (ms: number) => (now += ms) };
}

describe('room in an account', () => {
  it.each<[string, number | null, number, number, number, boolean]>([
    ['there is for what fits to the byte', 100, 40, 60, 0, true],
    ['there is none for a byte more', 100, 40, 61, 0, false],
    ['there is for what takes the place of something', 100, 100, 30, 30, true],
    ['there is none for what grows beyond it', 100, 100, 31, 30, false],
    ['there is for less than before, also above a lowered quota', 100, 500, 10, 30, true],
    ['there is always without a quota', null, 1e12, 1e12, 0, true],
    ['there is none with a quota of nothing', 0, 0, 1, 0, false],
  ])('%s', async (_what, quota, stored, bytes, freed, expected) => {
    expect(await given(quota, stored).room.allows(HERE, bytes, freed)).toBe(expected);
  });

  it('is counted once in a while, with what was let in since', async () => {
    const { room, used } = given(100, 0);
    for (let n = 0; n < 10; n++) expect(await room.allows(HERE, 10)).toBe(true);
    expect(used).toHaveBeenCalledOnce();
  });

  it('is counted anew before anybody is refused, and after a while', async () => {
    const { room, used, account, later } = given(100, 90);
    expect(await room.allows(HERE, 10)).toBe(true);
    account.stored = 20;
    expect(await room.allows(HERE, 80)).toBe(true);
    expect(used).toHaveBeenCalledTimes(2);
    account.stored = 100;
    later(10_000);
    expect(await room.allows(HERE, 1)).toBe(false);
  });

  it('is refused with a code of its own', async () => {
    const { room } = given(5, 5);
    await expect(room.demand(HERE, 1)).rejects.toMatchObject({ code: 'storage_exceeded', status: 413 });
    await expect(room.demand(HERE, 0)).resolves.toBeUndefined();
  });
});
