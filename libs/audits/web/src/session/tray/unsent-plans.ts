import { auditDetail } from '@cotejo/audits-contracts';
import { keptRecord, sendUnsent, unsentWork, type SendUnsentOptions } from '@cotejo/rooms/client';
import { planPath, recordPath } from '../../list/plan-path.ts';
import { DETAIL_RECORD } from '../../plan/use-record.ts';
import { AUDIT_ROOM } from '../open-audit-session.ts';

/** A plan with a user's unsent or refused work in this browser. */
export interface UnsentPlan {
  readonly id: string;
  /** Null when this browser has not cached it. */
  readonly name: string | null;
  readonly path: string;
  /** Number of changes that the server has not answered, and of those it refused. */
  readonly unsent: number;
  readonly refused: number;
}

/** Plans with a user's unsent or refused work in this browser. */
export async function unsentPlans(user: string): Promise<UnsentPlan[]> {
  const found: UnsentPlan[] = [];
  for (const { room, intents, refused } of await unsentWork(user)) {
    const [kind, id] = room.split('/');
    if (kind !== AUDIT_ROOM || id === undefined) continue;
    const kept = auditDetail.safeParse(await keptRecord(user, room, DETAIL_RECORD));
    const name = kept.success ? kept.data.nombre : null;
    const path = kept.success ? recordPath(kept.data) : planPath(id);
    found.push({ id, name, path, unsent: intents, refused });
  }
  return found;
}

/** Sends a plan's unsent work in the background; see `sendUnsent`. */
export const sendUnsentPlan = (
  options: Omit<SendUnsentOptions, 'kind'>,
  signal: AbortSignal,
): Promise<void> => sendUnsent({ ...options, kind: AUDIT_ROOM }, signal);
