import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAuditModel } from '@cotejo/audits-domain';
import type { SnapshotKey } from '@cotejo/event-store';
import { historySnapshotVersionOf } from '../../history/history-snapshot.ts';
import { roomSnapshotVersionOf } from './hot-audit.ts';
import { expendable } from './keep-snapshots.ts';

const model = createAuditModel();
const [room, history] = [roomSnapshotVersionOf(model), historySnapshotVersionOf(model)];
const keys = (stateVersion: number, ...versions: number[]): SnapshotKey[] =>
  versions.map((version) => ({ stateVersion, version: BigInt(version) }));

describe('snapshots that nobody needs', () => {
  it.each<[string, SnapshotKey[], SnapshotKey[]]>([
    ['none of the newest two of a room', keys(room, 10, 20), []],
    ['a room’s beyond the newest two', keys(room, 10, 20, 30, 40), keys(room, 10, 20)],
    [
      'those of an older state',
      [...keys(room - 100, 90), ...keys(history - 100, 91)],
      [...keys(room - 100, 90), ...keys(history - 100, 91)],
    ],
    ['none of a newer state, which another node may use', keys(room + 100, 10, 20, 30), []],
    ['no history snapshots as far apart as they should be', keys(history, 99, 199, 299), []],
    [
      'history snapshots between two that are near enough',
      keys(history, 99, 120, 150, 180, 199),
      keys(history, 120, 150, 180),
    ],
    [
      'no history snapshot at the end, nor one whose loss would leave a hole',
      keys(history, 99, 180, 260),
      [],
    ],
  ])('are %s', (_, kept, spare) => {
    expect(expendable(model, kept, 100)).toEqual(spare);
  });

  it('leave no version further from its snapshot than it was, or than it should be', () => {
    const widest = (versions: readonly number[]): number =>
      versions.reduce((most, at, index) => Math.max(most, at - (versions[index - 1] ?? -1)), 0);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(5_000), { maxLength: 120 }), (versions) => {
        const sorted = versions.toSorted((a, b) => a - b);
        const spare = new Set(
          expendable(model, keys(history, ...sorted), 100).map(({ version }) => Number(version)),
        );
        const left = sorted.filter((version) => !spare.has(version));
        expect(widest(left)).toBeLessThanOrEqual(Math.max(widest(sorted), 100));
        expect(left.at(-1)).toBe(sorted.at(-1));
        // None is superfluous: of three in a row, the outer two are more than one stride apart.
        for (const [index, at] of left.entries()) {
          const next = left[index + 2];
          if (next !== undefined) expect(next - at).toBeGreaterThan(100);
        }
      }),
    );
  });
});
