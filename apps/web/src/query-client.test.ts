import { ApiError } from '@cotejo/http/client';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient, mayHeal, retryDelay } from './query-client.ts';

const refused = (status: number) => new ApiError(status, { error: 'no', code: 'no' });

describe('retries', () => {
  it.each([
    [0, 1000],
    [1, 2000],
    [2, 4000],
    [4, 16_000],
    [5, 30_000],
    [20, 30_000],
  ])('attempt %i waits %i ms', (attempt, wait) => {
    expect(retryDelay(attempt)).toBe(wait);
  });

  it.each([
    ['no answer', ApiError.network(new Error()), true],
    ['a fault of the server', refused(500), true],
    ['too many requests', refused(429), true],
    ['a refusal', refused(403), false],
    ['not found', refused(404), false],
  ])('%s', (_, error, heals) => {
    expect(mayHeal(0, error)).toBe(heals);
    expect(mayHeal(3, error)).toBe(false);
  });
});

describe('failures of actions', () => {
  it.each([
    ['are told', refused(409), {}, 1],
    ['are not told twice where the form shows them', refused(409), { shown: true }, 0],
    ['are left to the session when it ended', refused(401), {}, 0],
  ])('%s', async (_, error, meta, times) => {
    const tell = vi.fn();
    const queries = createQueryClient(tell);
    const mutation = queries
      .getMutationCache()
      .build(queries, { mutationFn: () => Promise.reject(error), meta });
    await expect(mutation.execute(undefined)).rejects.toBe(error);
    expect(tell).toHaveBeenCalledTimes(times);
  });
});
