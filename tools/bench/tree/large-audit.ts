import type { AuditDetail, ItemId } from '@cotejo/audits-contracts';
import { displayOrder, type AuditView } from '@cotejo/audits-domain';
import type { AuditSession } from '../../../libs/audits/web/src/session/audit-session.ts';
import { fillAudit } from '../main-job/fill-audit.ts';
import { createAudit, openSession } from '../product/audit-clients.ts';
import type { SignedIn } from '../product/sign-in.ts';
import type { BenchRun } from '../run-bench.ts';

export interface LargeAudit {
  readonly audit: AuditDetail;
  /** Session of the user who filled it. */
  readonly session: AuditSession;
  /** Its steps, in display order. */
  readonly steps: readonly ItemId[];
  /** Whether two steps have the same parent. */
  areSiblings(one: ItemId, other: ItemId): boolean;
}

export interface LargeAuditOptions {
  readonly url: string;
  readonly manager: SignedIn;
  readonly leader: SignedIn;
  readonly name: string;
  readonly items: number;
}

/** Creates a plan with `items` items through ordinary intents. */
export async function makeLargeAudit(run: BenchRun, options: LargeAuditOptions): Promise<LargeAudit> {
  const { url, manager, leader, name, items } = options;
  const audit = await createAudit(manager, { name, leader });
  const session = await openSession(run, { url, person: manager, audit });
  await fillAudit(session, items, run.signal);
  const parents = new Map(stepsUnder(session.view, null));
  return {
    audit,
    session,
    steps: [...parents.keys()],
    areSiblings: (one, other) => parents.has(one) && parents.get(one) === parents.get(other),
  };
}

/** Each step with its parent. */
function* stepsUnder(view: AuditView, parent: ItemId | null): Iterable<[ItemId, ItemId | null]> {
  for (const id of displayOrder(view, parent)) {
    if (view.get(id)?.type === 'step') yield [id, parent];
    yield* stepsUnder(view, id);
  }
}
