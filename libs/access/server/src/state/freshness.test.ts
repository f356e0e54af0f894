import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Freshness } from './freshness.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const UNAVAILABLE = { name: 'Refusal', code: 'unavailable' };

/** A log that answers once the gate is open. */
function given() {
  let open: () => void = () => undefined;
  let shut: Promise<void> | null = null;
  const caughtUp = vi.fn(() => shut ?? Promise.resolve());
  const freshness = new Freshness({ caughtUp, elapsed: () => Date.now(), patience: 3_000 });
  freshness.start();
  return {
    freshness,
    caughtUp,
    hang: () => {
      shut = new Promise<void>((resolve) => (open = resolve));
    },
    recover: () => {
      shut = null;
      open();
    },
  };
}

describe('what a node knows of access', () => {
  it('is fresh while it goes on catching up, and whoever knocks asks nothing', async () => {
    const { freshness, caughtUp } = given();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(freshness.lag).toBeLessThanOrEqual(250);
    caughtUp.mockClear();
    await freshness.demand();
    expect(caughtUp).not.toHaveBeenCalled();
    freshness.stop();
  });

  it('lets nobody in more than a second behind, and everybody again once it has caught up', async () => {
    const { freshness, hang, recover } = given();
    hang();
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(freshness.demand()).resolves.toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    const knocking = freshness.demand().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await knocking).toMatchObject(UNAVAILABLE);
    recover();
    await expect(freshness.demand()).resolves.toBeUndefined();
    freshness.stop();
  });

  it('keeps whoever knocks waiting for a while', async () => {
    const { freshness, hang, recover } = given();
    hang();
    await vi.advanceTimersByTimeAsync(2_000);
    const entered = vi.fn();
    const knocking = freshness.demand().then(entered);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(entered).not.toHaveBeenCalled();
    recover();
    await knocking;
    expect(entered).toHaveBeenCalledOnce();
    freshness.stop();
  });

  it('is asked for at once by a process that stood still', async () => {
    const { freshness, caughtUp } = given();
    vi.setSystemTime(Date.now() + 60_000);
    await expect(freshness.demand()).resolves.toBeUndefined();
    expect(caughtUp).toHaveBeenCalledOnce();
    freshness.stop();
  });

  it('lets nobody in when the log cannot be asked', async () => {
    const { freshness, caughtUp } = given();
    caughtUp.mockRejectedValue(new Error('the database is away'));
    await vi.advanceTimersByTimeAsync(1_001);
    await expect(freshness.demand()).rejects.toMatchObject(UNAVAILABLE);
    freshness.stop();
  });

  it('is never behind while the log is silent: that nothing came is known by asking', async () => {
    const { freshness } = given();
    const behind = vi.fn();
    freshness.onBehind(behind);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(behind).not.toHaveBeenCalled();
    expect(freshness.forIntent()).toBe(true);
    freshness.stop();
  });

  it('has everybody sent away more than a second behind, for as long as it stays so', async () => {
    const { freshness, hang, recover } = given();
    const behind = vi.fn();
    freshness.onBehind(behind);
    hang();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(behind).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect(behind).toHaveBeenCalledTimes(2);
    recover();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(behind).toHaveBeenCalledTimes(2);
    freshness.stop();
  });

  it('sends nobody away for a process that stood still, unless the log stays out of reach', async () => {
    const { freshness, hang, recover } = given();
    const behind = vi.fn();
    freshness.onBehind(behind);
    vi.setSystemTime(Date.now() + 60_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(behind).not.toHaveBeenCalled();
    hang();
    vi.setSystemTime(Date.now() + 60_000);
    await vi.advanceTimersByTimeAsync(500);
    expect(behind).toHaveBeenCalledOnce();
    recover();
    freshness.stop();
  });

  it.each([
    ['judged at once half a second behind', 500, 0, true],
    ['judged once it has caught up, when it is further behind', 600, 100, true],
    ['not judged when it stays behind', 600, 500, false],
  ])('has an intent %s', async (_what, lag, wait, isJudged) => {
    const { freshness, hang, recover } = given();
    hang();
    await vi.advanceTimersByTimeAsync(lag);
    const verdict = Promise.resolve(freshness.forIntent());
    await vi.advanceTimersByTimeAsync(wait);
    if (isJudged) recover();
    await expect(verdict).resolves.toBe(isJudged);
    recover();
    freshness.stop();
  });
});
