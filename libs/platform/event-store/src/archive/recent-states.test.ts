import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Head } from './merkle-root.ts';
import { RecentStates } from './recent-states.ts';

const CAPACITY = 8;

describe('the states of the last events', () => {
  it('are those that were, streams that began since taken out again, and beyond the capacity none', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 * CAPACITY }),
        fc.nat(4 * CAPACITY),
        (streams, ago) => {
          const recent = new RecentStates(CAPACITY);
          const heads = new Map<string, Head>();
          const states = [{ heads: new Map(heads), order: '0' }];
          for (const [index, stream] of streams.entries()) {
            const before = heads.get(stream) ?? null;
            recent.push(stream, before, String(index));
            heads.set(stream, { version: (before?.version ?? -1n) + 1n, link: `link-${index}` });
            states.push({ heads: new Map(heads), order: String(index + 1) });
          }
          const isKept = ago > 0 && ago <= Math.min(streams.length, CAPACITY);
          const then = recent.stateBefore(ago, heads);
          if (isKept) expect(then).toEqual(states.at(-1 - ago));
          else if (ago > 0) expect(then).toBeNull();
        },
      ),
    );
  });
});
