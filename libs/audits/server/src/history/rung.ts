import { auditStream } from '@cotejo/audits-contracts';
import type { AuditModel, AuditState } from '@cotejo/audits-domain';
import type { Snapshot } from '@cotejo/event-store';
import { packedState, packing, unpackState } from './packed-state.ts';

/** Version of the shape below, beside the state's own; 1–50 are the rooms' snapshots. */
const RUNG_SHAPE = 53;
/**
 * Events between two rungs: at 10,000 items reading one costs about as much as reading and folding so many, and
 * whoever goes anywhere waits for both. Each takes about 0.8 MB then, where somebody went.
 */
export const RUNG_EVERY = 1_000;

/** State version under which rungs are kept. */
export const rungVersionOf = (model: AuditModel): number => model.stateVersion * 100 + RUNG_SHAPE;

/**
 * A state alone, without its document: what the past is read from. What it holds is taken at the call; the
 * work of writing it is done by the function that it gives back.
 */
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
 * The state of a rung, ready to be folded on.
 * @throws when it is damaged
 */
export async function climb(model: AuditModel, snapshot: Snapshot): Promise<AuditState> {
  const state = await unpackState(model, packedState.parse(snapshot.state));
  if (BigInt(state.version) !== snapshot.version) throw new Error('a rung of another version');
  return state;
}
