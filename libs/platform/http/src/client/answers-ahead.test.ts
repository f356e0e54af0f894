import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswersAhead } from './answers-ahead.ts';

describe('an answer that came ahead', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is given out once', async () => {
    const [ahead, answer] = [new AnswersAhead(), new Response('x')];
    ahead.keep('/a', 't', Promise.resolve(answer));
    expect(await ahead.take('/b', 't')).toBeNull();
    expect(await ahead.take('/a', 't')).toBe(answer);
    expect(await ahead.take('/a', 't')).toBeNull();
  });

  it.each([
    ['is new enough', 9_999, true],
    ['is let go, its bytes too,', 10_000, false],
  ])('%s after %i ms', async (_, after, isGiven) => {
    const [ahead, answer] = [new AnswersAhead(), new Response('x')];
    const cancelled = vi.spyOn(answer.body as ReadableStream, 'cancel');
    ahead.keep('/a', 't', Promise.resolve(answer));
    await vi.advanceTimersByTimeAsync(after);
    expect(cancelled).toHaveBeenCalledTimes(isGiven ? 0 : 1);
    expect(await ahead.take('/a', 't')).toBe(isGiven ? answer : null);
  });

  it.each([['another one'], [null]])('is nothing to whoever comes with %s for a token', async (token) => {
    const ahead = new AnswersAhead();
    ahead.keep('/a', 't', Promise.resolve(new Response('x')));
    expect(await ahead.take('/a', token)).toBeNull();
    expect(await ahead.take('/a', 't')).toBeNull();
  });

  it('is none when it failed', async () => {
    const ahead = new AnswersAhead();
    ahead.keep('/a', 't', Promise.reject(new TypeError('no network')));
    expect(await ahead.take('/a', 't')).toBeNull();
  });
});
