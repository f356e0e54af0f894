import type { UserId } from '@cotejo/access-contracts';
import type {
  AuditId,
  AuditRecord,
  ItemId,
  OperationId,
  RecordType,
  Stretch,
  TeamMemberState,
  TeamRole,
  TreeRecord,
} from '@cotejo/audits-contracts';
import { AuditTree } from './audit-tree.ts';
import type { WritableAuditView } from './model.ts';
import { teamWith } from '../team/team-with.ts';

/**
 * The browser's view of the committed state, fed record by record from the tree document. Children may arrive
 * before their parents. The team is unknown until `setTeam`.
 */
export class AuditMirror extends AuditTree implements WritableAuditView {
  readonly audit: AuditId | null = null;
  recordType: RecordType = 'audit_plan';
  team: ReadonlyMap<UserId, TeamRole> | null = null;
  readonly members = null;
  readonly timeRecords = null;
  readonly profile = null;

  /** Stores an item's record of the document. */
  applyRecord(id: ItemId, record: TreeRecord): void {
    this.put({ id, ...record });
  }
  /** Stores the audit's own record of the document. */
  applyAudit(record: AuditRecord): void {
    this.recordType = record.recordType;
    this.status = record.status;
    this.closedOn = record.closedOn;
    this.removal = record.removal ?? null;
    this.operation = record.operation as OperationId | null;
    this.operationSince = record.operation === null ? null : record.version;
  }
  /** Replaces the sprints and visits by those of the document. */
  applyStretches(stretches: readonly Stretch[]): void {
    this.stretches.clear();
    for (const stretch of stretches) this.setStretch(stretch);
  }
  /** Audit version of the document; it is sent beside the document, not in it. */
  setVersion(version: number): void {
    this.version = version;
  }
  setTeam(team: ReadonlyMap<UserId, TeamRole>): void {
    this.team = team;
  }
  /** Clears everything that came from a document; the team is kept. */
  clear(): void {
    this.items.clear();
    this.children.clear();
    this.codes.clear();
    this.references.clear();
    this.slices.clear();
    this.stretches.clear();
    this.version = -1;
    this.status = 'not_started';
    this.closedOn = null;
    this.lastClosedOn = this.removal = this.conclusion = null;
    this.year = null;
    this.before = null;
    this.operation = null;
    this.operationSince = null;
    this.hiddenSince = null;
    this.lastCompaction = -1;
  }

  setInfo(info: { readonly profile: { readonly recordType: RecordType } }): void {
    this.recordType = info.profile.recordType;
  }
  setMember(user: UserId, member: TeamMemberState): void {
    this.team = teamWith(this.team, user, member);
  }
  /** The document does not hold the profile. */
  setProfile(): void {}
  /** Nor time records. */
  setTimeRecord(): void {}
}
