import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFrameSchedule } from './frame-schedule.ts';

describe('when a change is shown', () => {
  let clock = 1_000;
  const frames: (() => void)[] = [];

  beforeEach(() => {
    frames.length = 0;
    clock = 1_000;
    vi.stubGlobal('document', { visibilityState: 'visible' });
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
    vi.stubGlobal('cancelAnimationFrame', (handle: number) => frames.splice(handle - 1, 1));
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('a lone one waits for nothing but the end of the present task', async () => {
    const shown: string[] = [];
    createFrameSchedule(() => clock)(() => shown.push('first'));
    expect(shown).toEqual([]);
    await Promise.resolve();
    expect(shown).toEqual(['first']);
    expect(frames).toHaveLength(0);
  });

  it('what follows within the frame waits for the next one; after it, nothing waits again', async () => {
    const shown: string[] = [];
    const schedule = createFrameSchedule(() => clock);
    schedule(() => shown.push('first'));
    await Promise.resolve();
    clock += 5;
    schedule(() => shown.push('second'));
    await Promise.resolve();
    expect(shown).toEqual(['first']);
    frames[0]?.();
    expect(shown).toEqual(['first', 'second']);
    clock += 17;
    schedule(() => shown.push('third'));
    await Promise.resolve();
    expect(shown).toEqual(['first', 'second', 'third']);
  });

  it('what takes longer than a frame is followed by a rest, so that the page stays usable', async () => {
    vi.useFakeTimers();
    try {
      const shown: string[] = [];
      const schedule = createFrameSchedule(() => clock);
      const slowly = (what: string, took: number) => () => {
        clock += took;
        shown.push(what);
      };
      schedule(slowly('first', 50));
      await Promise.resolve();
      schedule(slowly('second', 5));
      await vi.advanceTimersByTimeAsync(99);
      expect(shown).toEqual(['first']);
      await vi.advanceTimersByTimeAsync(1);
      expect(shown).toEqual(['first', 'second']);
      clock += 17;
      schedule(slowly('third', 5_000));
      await Promise.resolve();
      schedule(slowly('fourth', 1));
      await vi.advanceTimersByTimeAsync(250);
      expect(shown).toEqual(['first', 'second', 'third', 'fourth']);
      schedule(slowly('never', 1))();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(shown).toHaveLength(4);
    } finally {
      vi.useRealTimers();
    }
  });

  it('a cancelled one is never shown, at once or at the frame', async () => {
    const shown: string[] = [];
    const schedule = createFrameSchedule(() => clock);
    schedule(() => shown.push('first'))();
    await Promise.resolve();
    schedule(() => shown.push('second'));
    await Promise.resolve();
    schedule(() => shown.push('third'))();
    frames[0]?.();
    expect(shown).toEqual(['second']);
  });
});
