import type { UserId } from '@cotejo/access-contracts';
import type {
  AuditId,
  AuditRecord,
  ItemId,
  OperationId,
  RecordType,
  TeamRole,
  TreeRecord,
} from '@cotejo/audits-contracts';
import { AuditTree } from './audit-tree.ts';
import type { WritableAuditView } from './model.ts';

/**
 * The browser's base: what the server said, fed from the tree document record by record. Children may
 * arrive before their parents. It knows the team only once it was told.
 */
export class AuditMirror extends AuditTree implements WritableAuditView {
  readonly audit: AuditId | null = null;
  recordType: RecordType = 'audit_plan';
  team: ReadonlyMap<UserId, TeamRole> | null = null;

  /** Takes an item as the document holds it. */
  applyRecord(id: ItemId, record: TreeRecord): void {
    this.put({ id, ...record });
  }
  /** Takes the audit's own entry of the document. */
  applyAudit(record: AuditRecord): void {
    this.recordType = record.recordType;
    this.status = record.status;
    this.closedOn = record.closedOn;
    this.operation = record.operation as OperationId | null;
    this.operationSince = record.operation === null ? null : record.version;
  }
  /** The audit version that the document holds; it travels beside the document, not in it. */
  setVersion(version: number): void {
    this.version = version;
  }
  setTeam(team: ReadonlyMap<UserId, TeamRole>): void {
    this.team = team;
  }
  /** Forgets all that came from a document that is no longer ours; the team stays. */
  clear(): void {
    this.items.clear();
    this.children.clear();
    this.codes.clear();
    this.references.clear();
    this.slices.clear();
    this.version = -1;
    this.status = 'not_started';
    this.closedOn = null;
    this.operation = null;
    this.operationSince = null;
    this.hiddenSince = null;
    this.lastCompaction = -1;
  }

  setInfo(info: { readonly profile: { readonly recordType: RecordType } }): void {
    this.recordType = info.profile.recordType;
  }
  setTeamMember(user: UserId, role: TeamRole): void {
    this.team = new Map(this.team ?? []).set(user, role);
  }
}
