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
    const [paused, lost] = [vi.fn(), vi.fn()];
    freshness.onPause(paused);
    freshness.onLost(lost);
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect([paused.mock.calls, lost.mock.calls]).toEqual([[], []]);
    expect([freshness.forIntent(), freshness.isPaused]).toEqual([true, false]);
    freshness.stop();
  });

  it('pauses more than a second behind, once, and goes on once it has caught up', async () => {
    const { freshness, hang, recover } = given();
    const paused = vi.fn();
    freshness.onPause(paused);
    hang();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(freshness.isPaused).toBe(false);
    await vi.advanceTimersByTimeAsync(5_000);
    expect([freshness.isPaused, paused.mock.calls]).toEqual([true, [[true]]]);
    const heard = vi.fn();
    void freshness.untilHeard().then(heard);
    recover();
    await vi.advanceTimersByTimeAsync(1);
    expect([freshness.isPaused, paused.mock.calls]).toEqual([false, [[true], [false]]]);
    expect(heard).toHaveBeenCalledOnce();
    freshness.stop();
  });

  it('ends a pause by the answer to a question of after the log was heard again, not by that of before', async () => {
    const answers: (() => void)[] = [];
    const caughtUp = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)));
    const freshness = new Freshness({ caughtUp, elapsed: () => Date.now() });
    freshness.start();
    await vi.advanceTimersByTimeAsync(1_500);
    expect(freshness.isPaused).toBe(true);
    answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    // The answer is too old to cover the messages held since. Another check is under way.
    expect([freshness.isPaused, answers.length]).toEqual([true, 1]);
    answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([freshness.isPaused, answers.length]).toEqual([true, 1]);
    answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(freshness.isPaused).toBe(false);
    freshness.stop();
  });

  it('gives up those who wait after fifteen seconds, for as long as it stays so', async () => {
    const { freshness, hang, recover } = given();
    const lost = vi.fn();
    freshness.onLost(lost);
    hang();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(lost).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect(lost).toHaveBeenCalledTimes(2);
    recover();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lost).toHaveBeenCalledTimes(2);
    freshness.stop();
  });

  it('lets nothing out of a process that stood still before it has asked, and gives nobody up for it', async () => {
    const { freshness } = given();
    const lost = vi.fn();
    freshness.onLost(lost);
    vi.setSystemTime(Date.now() + 60_000);
    expect(freshness.isPaused).toBe(true);
    await vi.advanceTimersByTimeAsync(250);
    expect([freshness.isPaused, lost.mock.calls]).toEqual([false, []]);
    freshness.stop();
  });

  it('keeps nobody waiting once it is stopped', async () => {
    const { freshness, hang } = given();
    hang();
    await vi.advanceTimersByTimeAsync(2_000);
    const heard = freshness.untilHeard();
    freshness.stop();
    await expect(heard).resolves.toBeUndefined();
  });

  it.each([
    ['judged at once half a second behind', 500, 0, true],
    ['judged once it has caught up, when it is further behind', 600, 100, true],
    ['judged however long it waited, up to what a pause may last', 600, 14_000, true],
    ['not judged when it stays behind', 600, 16_000, false],
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
