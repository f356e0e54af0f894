import { auditStream } from '@cotejo/audits-contracts';
import type { AuditModel, AuditState } from '@cotejo/audits-domain';
import type { Snapshot } from '@cotejo/event-store';
import { packedState, packing, unpackState } from './packed-state.ts';

/** Version of the shape below, combined with the state version; 1–50 are reserved for room snapshots. */
const SNAPSHOT_SHAPE = 53;
/**
 * Events between two history snapshots: at 10,000 items, loading one takes about as long as reading and
 * folding this many events. Each is about 0.8 MB at that size, and is written only where a version was
 * requested.
 */
export const HISTORY_SNAPSHOT_EVERY = 1_000;

/** State version under which history snapshots are stored. */
export const historySnapshotVersionOf = (model: AuditModel): number =>
  model.stateVersion * 100 + SNAPSHOT_SHAPE;

/** Captures a state without its document as a history snapshot, and returns a function that packs it. */
export function historySnapshotOf(
  model: AuditModel,
  auditId: string,
  state: AuditState,
  link: string,
): () => Promise<Snapshot> {
  const pack = packing(model, state);
  const key = { stream: auditStream(auditId), version: BigInt(state.version), link };
  return async () => ({ ...key, stateVersion: historySnapshotVersionOf(model), state: await pack() });
}

/**
 * The state of a history snapshot, ready to be folded further.
 * @throws when it is damaged
 */
export async function stateOfSnapshot(model: AuditModel, snapshot: Snapshot): Promise<AuditState> {
  const state = await unpackState(model, packedState.parse(snapshot.state));
  if (BigInt(state.version) !== snapshot.version) throw new Error('a history snapshot of another version');
  return state;
}
