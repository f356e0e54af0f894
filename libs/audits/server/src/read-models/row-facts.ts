import type { AuditRemoval, Signature } from '@cotejo/audits-contracts';
import type { TreeItemRowState } from './tables/audit-rows.ts';
import type { AuditChange } from './parse-audit-event.ts';

/** Signatures as stored: null for none. */
export const marks = (standing: readonly Signature[]): readonly Signature[] | null =>
  standing.length === 0 ? null : standing;

/** The part of a row by which the rules change its signatures. */
export const markedOf = ({ status, signatures }: TreeItemRowState) => ({
  status,
  ...(signatures && { signatures }),
});

/** Deletion of an audit after it was deleted or restored. */
export const removalAfter = ({ type, at, actor: by }: AuditChange): AuditRemoval | null =>
  type === 'AuditDeleted' ? { at, by, isPurged: false } : null;
