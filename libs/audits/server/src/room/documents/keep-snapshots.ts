import { auditStream } from '@cotejo/audits-contracts';
import type { AuditModel } from '@cotejo/audits-domain';
import type { SnapshotKey } from '@cotejo/event-store';
import { historySnapshotOf, historySnapshotVersionOf } from '../../history/history-snapshot.ts';
import { roomSnapshotVersionOf, type HotAudit } from './hot-audit.ts';
import type { RoomContext } from '../room-settings.ts';

/** Room snapshots kept per audit: the newest and one as a fallback. Each holds the whole document. */
const KEPT = 2;

/**
 * Saves a snapshot of the room and, every `historySnapshotEvery` events, a snapshot of the state alone, from which past
 * versions are read. Deletes snapshots that are not needed any more.
 */
export async function keepSnapshots(
  { store, model, settings }: Pick<RoomContext, 'store' | 'model' | 'settings'>,
  auditId: string,
  hot: HotAudit,
): Promise<void> {
  const { snapshots } = store;
  const stream = auditStream(auditId);
  // Captured in the same tick, before the room takes further events.
  const [freeze, writeHistorySnapshot] = [
    hot.freezing(auditId),
    historySnapshotOf(model, auditId, hot.state, hot.link),
  ];
  const room = await freeze();
  await snapshots.save(room);
  const kept = await snapshots.list(stream);
  const newest = historySnapshotsOf(model, kept).at(-1)?.version ?? -1n;
  if (room.version - newest >= settings.historySnapshotEvery)
    await snapshots.save(await writeHistorySnapshot());
  const spare = expendable(model, kept, settings.historySnapshotEvery);
  if (spare.length > 0) await snapshots.drop(stream, spare);
}

/**
 * Snapshots to delete: those of older shapes, a room's beyond the newest two, and history snapshots so close
 * together that without them no version is further than `every` events from the one below it.
 * `kept` is ordered by version.
 */
export function expendable(
  model: AuditModel,
  kept: readonly SnapshotKey[],
  every: number,
): readonly SnapshotKey[] {
  const current = roomSnapshotVersionOf(model);
  const rooms = kept.filter(({ stateVersion }) => stateVersion === current);
  const snapshots = historySnapshotsOf(model, kept);
  return [
    // Another node may run a newer release, so only shapes older than both of this release are deleted.
    ...kept.filter(({ stateVersion }) => stateVersion < current),
    ...rooms.slice(0, -KEPT),
    ...crowded(snapshots, BigInt(every)),
  ];
}

function crowded(snapshots: readonly SnapshotKey[], every: bigint): readonly SnapshotKey[] {
  let below = -1n;
  return snapshots.filter(({ version }, index) => {
    const above = snapshots[index + 1]?.version;
    const isSpare = above !== undefined && above - below <= every;
    if (!isSpare) below = version;
    return isSpare;
  });
}

const historySnapshotsOf = (model: AuditModel, kept: readonly SnapshotKey[]): readonly SnapshotKey[] =>
  kept.filter(({ stateVersion }) => stateVersion === historySnapshotVersionOf(model));
