import type { ItemId } from '@cotejo/audits-contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Touch } from './remote-changes.ts';
import { RemoteSummaries, type RemoteSummary } from './remote-summary.ts';

let told: RemoteSummary[];
let summaries: RemoteSummaries;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  summaries = new RemoteSummaries(
    (item) => `Nombre de ${item}`,
    (summary) => told.push(summary),
  );
});
afterEach(() => void vi.useRealTimers());

const touch = (by: string, item: string, ...fields: string[]): Touch => ({
  item: item as ItemId,
  by,
  version: 1,
  fields,
});

describe('what others did', () => {
  it('is told once in a while, person by person, the most frequent first', () => {
    summaries.add([touch('laura', 'x', 'name'), touch('laura', 'a', 'place')]);
    vi.advanceTimersByTime(1_000);
    summaries.add([touch('luis', 'b', 'status')]);
    summaries.add([touch('laura', 'c', 'place'), touch('laura', 'd', 'place')]);
    expect(told).toEqual([]);
    vi.advanceTimersByTime(1_000);
    expect(told).toEqual([
      {
        by: 'laura',
        total: 4,
        kinds: [
          { kind: 'moved', count: 3, item: 'a', name: 'Nombre de a' },
          { kind: 'renamed', count: 1, item: 'x', name: 'Nombre de x' },
        ],
      },
      { by: 'luis', total: 1, kinds: [{ kind: 'status', count: 1, item: 'b', name: 'Nombre de b' }] },
    ]);
    vi.advanceTimersByTime(60_000);
    expect(told).toHaveLength(2);
  });

  it('counts what came, went or came back as that alone', () => {
    summaries.add([
      touch('laura', 'a', 'created', 'name', 'assignee'),
      touch('laura', 'b', 'place', 'deleted'),
      touch('laura', 'c', 'restored'),
    ]);
    vi.advanceTimersByTime(2_000);
    expect(told[0]?.kinds.map(({ kind, count }) => [kind, count])).toEqual([
      ['created', 1],
      ['deleted', 1],
      ['restored', 1],
    ]);
  });

  it('is not told after the audit was left', () => {
    summaries.add([touch('laura', 'a', 'name')]);
    summaries.stop();
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
  });
});
