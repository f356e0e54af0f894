import type { PermissionKey, Principal } from '@cotejo/access-contracts';
import { AUDIT_SUMMARY_TOPIC, auditId, type AuditId, type AuditSummary } from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import { mayList, rightsIn } from '../policy/audit-policy.ts';
import { readSummary, type SummarySources } from '../read/read-summary.ts';
import { AUDITS_PROJECTOR } from '../read-models/audits-projector.ts';
import { KeptFigures } from '../read-models/kept-figures.ts';
import { findAudit } from '../read-models/reads/list-audits.ts';

/** Milliseconds between two frames; a burst of edits is sent as one. */
const REST_MS = 750;

/**
 * Feed of one audit's progress for users who may open its plan: the whole row, equal for all of them,
 * whenever the audit changed.
 */
export function auditSummaryTopic(sources: SummarySources): Topic<Principal, AuditSummary> {
  const { db } = sources;
  const figures = new KeptFigures(db);
  return {
    name: AUDIT_SUMMARY_TOPIC,
    permission: 'plan.access' satisfies PermissionKey,
    wakeOn: [AUDITS_PROJECTOR],
    restMs: REST_MS,
    async authorize(principal, key) {
      const id = auditId.safeParse(key);
      const entry = id.success ? await findAudit(db, principal, id.data) : null;
      return entry !== null && mayList(principal, entry) && rightsIn(principal, entry)('plan.access');
    },
    audience: ({ accountId }) => accountId,
    head: async (principal, key) => (await findAudit(db, principal, key as AuditId))?.changed ?? -1,
    async readAfter(principal, key, cursor) {
      const entry = await findAudit(db, principal, key as AuditId);
      if (entry === null || entry.changed <= cursor) return { rows: [], cursor };
      const view = () => figures.view(principal.accountId, entry);
      return { rows: [await readSummary(sources, principal, entry, view)], cursor: entry.changed };
    },
  };
}
