import type { AccessDirectory, PermissionKey, Principal } from '@cotejo/access-contracts';
import {
  AUDIT_TEAM_TOPIC,
  auditId,
  type AuditId,
  type AuditTeamRow,
  type SealedTexts,
} from '@cotejo/audits-contracts';
import type { Topic } from '@cotejo/live/server';
import { mayList, rightsIn } from '../policy/audit-policy.ts';
import { AUDITS_PROJECTOR } from '../read-models/audits-projector.ts';
import { findAudit } from '../read-models/reads/list-audits.ts';
import type { ReadDatabase } from '../read-models/read-database.ts';
import { newestTeamChange, readWholeTeam } from '../read-models/reads/read-team.ts';
import { hours } from '../wire/audit-mapping.ts';
import { People } from '../wire/people.ts';
import { toTeam } from '../wire/team-mapping.ts';

/** The team of one audit, whole after each of its changes, for whoever may open the plan. */
export function auditTeamTopic(
  db: ReadDatabase,
  directory: AccessDirectory,
  texts: SealedTexts,
): Topic<Principal, AuditTeamRow> {
  return {
    name: AUDIT_TEAM_TOPIC,
    permission: 'plan.access' satisfies PermissionKey,
    wakeOn: [AUDITS_PROJECTOR],
    isWhole: true,
    async authorize(principal, key) {
      const id = auditId.safeParse(key);
      const entry = id.success ? await findAudit(db, principal, id.data) : null;
      return entry !== null && mayList(principal, entry) && rightsIn(principal, entry)('plan.access');
    },
    head: ({ accountId }, key) => newestTeamChange(db, accountId, key as AuditId),
    async readAfter(principal, key, cursor) {
      const { accountId } = principal;
      const newest = await newestTeamChange(db, accountId, key as AuditId);
      const entry = newest > cursor ? await findAudit(db, principal, key as AuditId) : null;
      if (entry === null) return { rows: [], cursor };
      const team = await readWholeTeam(db, accountId, key as AuditId);
      const equipo = await toTeam(texts, entry, team, principal, new People(directory, accountId));
      return { rows: [{ equipo, horas_cargadas: hours(entry.chargedMinutes) }], cursor: newest };
    },
  };
}
