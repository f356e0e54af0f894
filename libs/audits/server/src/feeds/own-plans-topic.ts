import type { Principal } from '@cotejo/access-contracts';
import { OWN_ACTION_PLANS_TOPIC, type OwnActionPlansRow } from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import { toOwnActionPlanRow } from '../wire/audit-mapping.ts';
import { AUDITS_PROJECTOR } from '../read-models/audits-projector.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { ownPlansCursor, readOwnPlans } from '../read-models/reads/read-own-plans.ts';

const REST_MS = 300;

/**
 * Feed of a user's own action plans: the whole list as one row after every change. The list is short, so
 * removals need no frames of their own.
 */
export function ownPlansTopic(db: ReadDatabase): Topic<Principal, OwnActionPlansRow> {
  return {
    name: OWN_ACTION_PLANS_TOPIC,
    permission: null,
    wakeOn: [AUDITS_PROJECTOR],
    restMs: REST_MS,
    authorize: (principal, key) => key === principal.userId,
    head: (principal) => ownPlansCursor(db, principal),
    async readAfter(principal, _key, cursor) {
      // Read before the plans: a change in between is then sent again rather than lost.
      const newest = await ownPlansCursor(db, principal);
      if (newest <= cursor) return { rows: [], cursor };
      const plans = await readOwnPlans(db, principal);
      return { rows: [{ planes: plans.map(toOwnActionPlanRow) }], cursor: newest };
    },
  };
}
