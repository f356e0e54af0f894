import { describe, expect, it } from 'vitest';
import { forEachRecord } from './for-each-record.ts';

/** Kinds for which work was done; it fails for those in `failing`. */
async function workOn(kinds: readonly string[], failing: readonly string[]) {
  const done: string[] = [];
  const thrown: unknown = await forEachRecord(kinds, async (kind) => {
    if (failing.includes(kind)) throw new Error(`no ${kind}`);
    done.push(kind);
  }).catch((error: unknown) => error);
  return { done, thrown };
}

describe('work for every kind of record', () => {
  it('goes on after one for which it fails, and fails with its error', async () => {
    const { done, thrown } = await workOn(['task', 'committee', 'plan'], ['task']);
    expect(done).toEqual(['committee', 'plan']);
    expect(thrown).toEqual(new Error('no task'));
  });

  it('names every error when several fail', async () => {
    const { done, thrown } = await workOn(['task', 'committee', 'plan'], ['task', 'plan']);
    expect(done).toEqual(['committee']);
    expect(String(thrown)).toContain('no task; Error: no plan');
  });

  it('succeeds when none fails', async () => {
    expect(await workOn(['task', 'plan'], [])).toEqual({ done: ['task', 'plan'], thrown: undefined });
  });
});
