import { describe, expect, it } from 'vitest';
import { WriterCourtesy } from './writer-courtesy.ts';

/** State after an append that took `took` milliseconds, when another node wrote at `othersAt`. */
async function afterAppend(took: number, othersAt: number | null) {
  let now = 0;
  const courtesy = new WriterCourtesy(() => now);
  if (othersAt !== null) {
    now = othersAt;
    courtesy.othersWrite();
  }
  now = 10_000;
  const appended = courtesy.measure(Promise.resolve('appended'));
  now += took;
  expect(await appended).toBe('appended');
  return { courtesy, later: (ms: number) => (now += ms) };
}

describe('between two appends of an audit', () => {
  it('is no wait while this node alone writes it', async () => {
    expect((await afterAppend(20, null)).courtesy.wait).toBe(0);
    expect((await afterAppend(20, 8_000)).courtesy.wait).toBe(0);
  });

  it('has another node the time for one of its own', async () => {
    const { courtesy, later } = await afterAppend(20, 9_990);
    expect(courtesy.wait).toBe(30);
    later(10);
    expect(courtesy.wait).toBe(20);
    later(20);
    expect(courtesy.wait).toBe(0);
  });

  it('is never long, however slow the store is', async () => {
    expect((await afterAppend(500, 9_990)).courtesy.wait).toBe(40);
  });
});
