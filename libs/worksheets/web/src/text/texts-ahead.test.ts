import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MOST_BYTES_AHEAD, MOST_TEXTS_AHEAD, TextsAhead } from './texts-ahead.ts';

let now = 0;
let wanted: string[];
let isReady: boolean;
const kept = new Set<string>();
const fetch = vi.fn<(text: string) => Promise<number | null>>(async () => 100);
let ahead: TextsAhead<string>;

beforeEach(() => {
  now = 100_000;
  wanted = ['a', 'b', 'c'];
  isReady = true;
  kept.clear();
  fetch.mockReset().mockResolvedValue(100);
  ahead = new TextsAhead<string>(
    {
      wanted: () => wanted,
      keyOf: (text) => text,
      isKept: async (text) => kept.has(text),
      fetch,
      isReady: () => isReady,
    },
    () => now,
  );
});
const fetched = () => fetch.mock.calls.map(([text]) => text).join('');
const steps = async (count: number) => {
  for (let step = 0; step < count; step++) await ahead.step();
};

describe('texts fetched ahead', () => {
  it('come one at a time, each once, without those that the browser holds', async () => {
    kept.add('b');
    await steps(1);
    expect(fetched()).toBe('a');
    await steps(5);
    expect(fetched()).toBe('ac');
  });

  it('never two at once', async () => {
    let end = (_: number) => undefined as void;
    fetch.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
    const first = ahead.step();
    await steps(3);
    expect(fetched()).toBe('a');
    end(1);
    await first;
    await steps(1);
    expect(fetched()).toBe('ab');
  });

  it('wait while the user types, and while there is no connection', async () => {
    ahead.typed();
    now += 2_999;
    await steps(2);
    expect(fetched()).toBe('');
    now += 1;
    isReady = false;
    await steps(2);
    expect(fetched()).toBe('');
    isReady = true;
    await steps(1);
    expect(fetched()).toBe('a');
  });

  it('are asked for again later when they could not be had, and do not count', async () => {
    fetch.mockResolvedValueOnce(null);
    await steps(3);
    expect(fetched()).toBe('a');
    now += 15_000;
    await steps(3);
    expect(fetched()).toBe('aabc');
  });

  it('are as many as the limit allows', async () => {
    wanted = Array.from({ length: MOST_TEXTS_AHEAD + 5 }, (_, at) => `${at}`);
    await steps(MOST_TEXTS_AHEAD + 5);
    expect(fetch).toHaveBeenCalledTimes(MOST_TEXTS_AHEAD);
    expect(ahead.isFull).toBe(true);
  });

  it('are as much as the limit of bytes allows', async () => {
    fetch.mockResolvedValue(MOST_BYTES_AHEAD / 2);
    await steps(5);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
});
