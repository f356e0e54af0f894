import { auditStream } from '@cotejo/audits-contracts';
import type { AuditModel, AuditState } from '@cotejo/audits-domain';
import type { Snapshot } from '@cotejo/event-store';
import { packedState, packing, unpackState } from './packed-state.ts';

/** Version of the shape below, combined with the state version; 1–50 are reserved for room snapshots. */
const RUNG_SHAPE = 53;
/**
 * Events between two history snapshots: at 10,000 items, loading one takes about as long as reading and
 * folding this many events. Each is about 0.8 MB at that size, and is written only where a version was
 * requested.
 */
export const RUNG_EVERY = 1_000;

/** State version under which history snapshots are stored. */
export const rungVersionOf = (model: AuditModel): number => model.stateVersion * 100 + RUNG_SHAPE;

/** Captures a state without its document as a history snapshot, and returns a function that packs it. */
export function rungOf(
  model: AuditModel,
  auditId: string,
  state: AuditState,
  link: string,
): () => Promise<Snapshot> {
  const pack = packing(model, state);
  const key = { stream: auditStream(auditId), version: BigInt(state.version), link };
  return async () => ({ ...key, stateVersion: rungVersionOf(model), state: await pack() });
}

/**
 * The state of a history snapshot, ready to be folded further.
 * @throws when it is damaged
 */
export async function climb(model: AuditModel, snapshot: Snapshot): Promise<AuditState> {
  const state = await unpackState(model, packedState.parse(snapshot.state));
  if (BigInt(state.version) !== snapshot.version) throw new Error('a rung of another version');
  return state;
}
