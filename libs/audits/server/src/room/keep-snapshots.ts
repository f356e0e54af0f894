import { auditStream } from '@cotejo/audits-contracts';
import type { AuditModel } from '@cotejo/audits-domain';
import type { SnapshotKey } from '@cotejo/event-store';
import { rungOf, rungVersionOf } from '../history/rung.ts';
import { roomSnapshotVersionOf, type HotAudit } from './hot-audit.ts';
import type { RoomContext } from './room-settings.ts';

/** Of a room's own snapshots: the newest, and one to fall back on. They carry the whole document. */
const KEPT = 2;

/**
 * Keeps what it would cost to fold again: the room as it is, and now and then its state alone, as a rung from
 * which the past is read. What nobody will read any more is taken away.
 */
export async function keepSnapshots(
  { store, model, settings }: Pick<RoomContext, 'store' | 'model' | 'settings'>,
  auditId: string,
  hot: HotAudit,
): Promise<void> {
  const { snapshots } = store;
  const stream = auditStream(auditId);
  // Taken together, before the room goes on.
  const [freeze, writeRung] = [hot.freezing(auditId), rungOf(model, auditId, hot.state, hot.link)];
  const room = await freeze();
  await snapshots.save(room);
  const kept = await snapshots.list(stream);
  const newest = rungsOf(model, kept).at(-1)?.version ?? -1n;
  if (room.version - newest >= settings.rungEvery) await snapshots.save(await writeRung());
  const spare = expendable(model, kept, settings.rungEvery);
  if (spare.length > 0) await snapshots.drop(stream, spare);
}

/**
 * Snapshots that nobody needs: of older shapes, a room's beyond the newest two, and rungs so close together
 * that without them no version is further than `every` from the rung below it. `kept` is in order of version.
 */
export function expendable(
  model: AuditModel,
  kept: readonly SnapshotKey[],
  every: number,
): readonly SnapshotKey[] {
  const current = roomSnapshotVersionOf(model);
  const rooms = kept.filter(({ stateVersion }) => stateVersion === current);
  const rungs = rungsOf(model, kept);
  return [
    // Another node may run newer code: only what is older than both shapes of this one.
    ...kept.filter(({ stateVersion }) => stateVersion < current),
    ...rooms.slice(0, -KEPT),
    ...crowded(rungs, BigInt(every)),
  ];
}

function crowded(rungs: readonly SnapshotKey[], every: bigint): readonly SnapshotKey[] {
  let below = -1n;
  return rungs.filter(({ version }, index) => {
    const above = rungs[index + 1]?.version;
    const isSpare = above !== undefined && above - below <= every;
    if (!isSpare) below = version;
    return isSpare;
  });
}

const rungsOf = (model: AuditModel, kept: readonly SnapshotKey[]): readonly SnapshotKey[] =>
  kept.filter(({ stateVersion }) => stateVersion === rungVersionOf(model));
