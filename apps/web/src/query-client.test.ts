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

describe('the cache', () => {
  it('keeps to the constants of the specification', () => {
    const { queries } = createQueryClient(() => undefined).getDefaultOptions();
    expect(queries).toMatchObject({ gcTime: 300_000, retry: mayHeal, retryDelay });
    expect([0, 1, 2, 3].map((failures) => mayHeal(failures, new Error()))).toEqual([true, true, true, false]);
  });

  it('takes undefined data for an error', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const queries = createQueryClient(() => undefined);
    const asked = queries.fetchQuery({
      queryKey: ['x'],
      queryFn: () => Promise.resolve(undefined),
      retry: false,
    });
    await expect(asked).rejects.toThrow();
    vi.restoreAllMocks();
  });

  it('leaves to the page what concerns the page', async () => {
    const tell = vi.fn();
    const concernsPage = vi.fn(() => true);
    const queries = createQueryClient(tell, concernsPage);
    const error = refused(403);
    const query = { queryKey: ['x'], queryFn: () => Promise.reject(error), retry: false };
    await expect(queries.fetchQuery(query)).rejects.toBe(error);
    const mutation = queries.getMutationCache().build(queries, { mutationFn: () => Promise.reject(error) });
    await expect(mutation.execute(undefined)).rejects.toBe(error);
    expect(concernsPage).toHaveBeenCalledTimes(2);
    expect(tell).not.toHaveBeenCalled();
  });
});
