import { expect, it, vi } from 'vitest';
import { sharingRuns } from './sharing-runs.ts';

it('gives callers during a run the result of the next one, which they share', async () => {
  const ends: ((value: number) => void)[] = [];
  const work = vi.fn<() => Promise<number>>(() => new Promise((resolve) => ends.push(resolve)));
  const ask = sharingRuns(work);
  const first = ask();
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1));
  const later = [ask(), ask()];
  ends[0]?.(1);
  expect(await first).toBe(1);
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
  ends[1]?.(2);
  expect(await Promise.all(later)).toEqual([2, 2]);
  expect(work).toHaveBeenCalledTimes(2);
});

it('goes on after a run that failed', async () => {
  const work = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('once'))
    .mockResolvedValue('then');
  const ask = sharingRuns(work);
  await expect(ask()).rejects.toThrow('once');
  expect(await ask()).toBe('then');
});
