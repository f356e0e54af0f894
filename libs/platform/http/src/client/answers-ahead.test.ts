import { describe, expect, it } from 'vitest';
import { AnswersAhead } from './answers-ahead.ts';

describe('an answer that came ahead', () => {
  const answer = new Response('x');

  it('is given out once', async () => {
    const ahead = new AnswersAhead();
    ahead.keep('/a', Promise.resolve(answer));
    expect(await ahead.take('/b')).toBeNull();
    expect(await ahead.take('/a')).toBe(answer);
    expect(await ahead.take('/a')).toBeNull();
  });

  it.each([
    ['new enough', 10_000, answer],
    ['too old', 10_001, null],
  ])('is %s after %i ms', async (_, after, given) => {
    let now = 5;
    const ahead = new AnswersAhead(() => now);
    ahead.keep('/a', Promise.resolve(answer));
    now += after;
    expect(await ahead.take('/a')).toBe(given);
  });

  it('is none when it failed', async () => {
    const ahead = new AnswersAhead();
    ahead.keep('/a', Promise.reject(new TypeError('no network')));
    expect(await ahead.take('/a')).toBeNull();
  });
});
