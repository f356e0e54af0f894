import { AuditState } from '@cotejo/audits-domain';
import type { RecordedEvent } from '@cotejo/event-store';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeptStates, type Line } from './kept-states.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A state that reports the given number of items. */
function stateOf(version: number, items: number): AuditState {
  const state = new AuditState();
  state.setAudit({ version });
  Object.defineProperty(state, 'count', { value: items });
  return state;
}
const event = {} as RecordedEvent;
const keep = (kept: KeptStates, line: Line, version: number, items = 10) =>
  kept.keep({ state: stateOf(version, items), event, line });
const nearest = (kept: KeptStates, audit: string, version: number, within = 100) =>
  kept.nearest(audit, version, within)?.state.version ?? null;

describe('states of the past that are kept', () => {
  it('give the newest at or below a version, of that audit, that is near enough', () => {
    const kept = new KeptStates();
    const line = kept.line('a');
    for (const version of [10, 40, 90]) keep(kept, line, version);
    keep(kept, kept.line('b'), 60);
    expect([5, 40, 89, 95].map((version) => nearest(kept, 'a', version))).toEqual([null, 40, 40, 90]);
    expect(nearest(kept, 'a', 89, 20)).toBeNull();
    expect(nearest(kept, 'c', 89)).toBeNull();
    kept.clear();
  });

  it('make room for the one read last, from the one that nobody asked for longest', () => {
    let now = 0;
    const kept = new KeptStates({ mostItems: 250, now: () => now });
    for (const audit of ['a', 'b', 'c']) {
      now += 1;
      keep(kept, kept.line(audit), 7, 100);
      now += 1;
      if (audit === 'b') nearest(kept, 'a', 7);
    }
    expect(['a', 'b', 'c'].map((audit) => nearest(kept, audit, 7))).toEqual([7, null, 7]);
    keep(kept, kept.line('large'), 7, 1_000);
    expect(nearest(kept, 'large', 7)).toBe(7);
    expect(nearest(kept, 'c', 7)).toBeNull();
    kept.clear();
  });

  it('are not more than so many of one line, the newest ones', () => {
    const kept = new KeptStates();
    const line = kept.line('a');
    for (let version = 0; version < 100; version++) keep(kept, line, version);
    expect(line.states.size).toBe(40);
    expect(nearest(kept, 'a', 59)).toBeNull();
    expect(nearest(kept, 'a', 60)).toBe(60);
    kept.clear();
  });

  it('are let go after a while in which nobody asked', () => {
    const kept = new KeptStates({ restMs: 1_000, now: Date.now });
    keep(kept, kept.line('a'), 7);
    vi.advanceTimersByTime(900);
    expect(nearest(kept, 'a', 7)).toBe(7);
    vi.advanceTimersByTime(1_600);
    expect(nearest(kept, 'a', 7)).toBeNull();
    expect(kept.items).toBe(0);
  });
});
