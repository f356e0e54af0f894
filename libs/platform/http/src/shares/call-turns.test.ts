import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CallTurns } from './call-turns.ts';
import { TooMuchQueued } from './work-limiter.ts';

let turns: CallTurns;
let begun: string[];
let ends: (() => void)[];
beforeEach(() => {
  vi.useFakeTimers();
  turns = new CallTurns({ atOnce: 2, mostWaiting: 3, countsForMs: 250 });
  [begun, ends] = [[], []];
  return () => vi.useRealTimers();
});

const call = (user: string, name: string): Promise<string> =>
  turns.run(user, async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    return name;
  });
const passed = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

describe('calls of a user', () => {
  it('run so many at once, the others in their order', async () => {
    const all = ['a', 'b', 'c', 'd'].map((name) => call('ana', name));
    expect(begun).toEqual(['a', 'b']);
    ends.shift()?.();
    await passed();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (let n = 0; n < 3; n++) {
      ends.shift()?.();
      await passed();
    }
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('do not wait for those of another user', async () => {
    for (const name of ['a', 'b', 'c', 'd']) void call('ana', name);
    void call('leo', 'e');
    await passed();
    expect(begun).toEqual(['a', 'b', 'e']);
  });

  it('no longer count after a while, and are not counted twice when they end', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) void call('ana', name);
    await passed(249);
    expect(begun).toEqual(['a', 'b']);
    await passed(1);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    ends.shift()?.();
    ends.shift()?.();
    await passed();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    ends.shift()?.();
    await passed();
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('are refused when too many wait, and go on afterwards', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) void call('ana', name);
    await expect(call('ana', 'f')).rejects.toThrow(TooMuchQueued);
    for (let n = 0; n < 5; n++) {
      ends.shift()?.();
      await passed();
    }
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    void call('ana', 'g');
    expect(begun.at(-1)).toBe('g');
  });

  it('run one by one with pauses while many wait, and side by side again afterwards', async () => {
    turns = new CallTurns({ atOnce: 2, mostWaiting: 10, countsForMs: 250, many: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void call('ana', name);
    await passed(40);
    const end = async (ms = 0): Promise<void> => {
      ends.shift()?.();
      await passed(ms);
    };
    await end();
    expect(begun).toEqual(['a', 'b']);
    await end(119);
    expect(begun).toEqual(['a', 'b']);
    await passed(1);
    expect(begun).toEqual(['a', 'b', 'c']);
    await passed(10);
    await end(29);
    expect(begun).toEqual(['a', 'b', 'c']);
    await passed(1);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await end(30);
    await end(30);
    await end();
    void call('ana', 'g');
    void call('ana', 'h');
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  });

  it('free their place when they fail', async () => {
    const fault = new Error('lost');
    await expect(turns.run('ana', () => Promise.reject(fault))).rejects.toBe(fault);
    void call('ana', 'a');
    void call('ana', 'b');
    expect(begun).toEqual(['a', 'b']);
  });
});
