import { oneLineName } from '@cotejo/http/contracts';
import { z } from 'zod';

/** Days for which a deleted audit can be restored. */
export const AUDIT_TRASH_DAYS = 30;
/** Years for which the file of an audit that was ever closed is retained, from its last closing. */
export const RETENTION_YEARS = 5;
/** Days from the closing within which the final file is assembled. */
export const ASSEMBLY_DAYS = 60;

/** Characters of a reason. */
export const MAX_REASON = 500;

/** Deletion of an audit. */
export interface AuditRemoval {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly by: string;
  /** Its time in the trash is over: only the log keeps it. */
  readonly isPurged: boolean;
}
export const auditRemoval = z.object({ at: z.string(), by: z.string(), isPurged: z.boolean() });

export const removalEvents = [
  z.object({ type: z.literal('AuditDeleted'), data: z.object({ reason: z.string().optional() }) }),
  z.object({ type: z.literal('AuditRestored'), data: z.object({}) }),
  z.object({ type: z.literal('AuditPurged'), data: z.object({}) }),
] as const;

export const removalIntents = [
  z.strictObject({ kind: z.literal('delete_audit'), reason: oneLineName(MAX_REASON).optional() }),
  z.strictObject({ kind: z.literal('restore_audit') }),
  /** By the system alone. */
  z.strictObject({ kind: z.literal('purge_audit') }),
] as const;
