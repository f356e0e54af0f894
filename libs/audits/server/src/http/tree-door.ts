import { createHash } from 'node:crypto';
import { auditId, itemId, recordModel, type ItemId, type TreeItemRead } from '@cotejo/audits-contracts';
import { livingReferences, type AuditView } from '@cotejo/audits-domain';
import { z } from 'zod';

/** Parameters of the addresses of trees. */
export const recordParams = z.object({ model: recordModel, id: auditId });
export type RecordParams = z.infer<typeof recordParams>;
export const recordItemParams = recordParams.extend({ itemId });
export type RecordItemParams = z.infer<typeof recordItemParams>;
export const itemParams = z.object({ id: itemId });
export type ItemParams = z.infer<typeof itemParams>;

/** What a response can be told before its body. */
export interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}

/** Version of an item, for whoever comes back with `If-Match`. */
export const setVersion = (response: HeaderSink, { version }: { readonly version: number }): void => {
  response.setHeader('ETag', `"${version}"`);
};

/**
 * The same of an item with what is under it, and what shares its controls: the highest version among them.
 * The digest is of all that is shown, also of what stands above it, so that an answer is only said to be the
 * same when it is.
 */
export function setBranchVersion(response: HeaderSink, view: AuditView, branch: TreeItemRead): void {
  const digest = createHash('sha256').update(JSON.stringify(branch)).digest('base64url').slice(0, 22);
  response.setHeader('ETag', `"${highestVersion(view, branch)}.${digest}"`);
}

function highestVersion(view: AuditView, { id, version, compartido, items }: TreeItemRead): number {
  const shared = compartido > 0 ? livingReferences(view, id as ItemId) : [];
  return Math.max(
    version,
    ...shared.map((reference) => view.get(reference)?.version ?? -1),
    ...items.map((item) => highestVersion(view, item)),
  );
}

/** Codes with which the rules of the tree may refuse any change of an item. */
export const CHANGE_REFUSALS = [
  'forbidden',
  'icce_role_required',
  'audit_not_found',
  'item_not_found',
  'item_deleted',
  'changed_since',
  'operation_running',
  'audit_closed',
  'audit_cancelled',
] as const;

export const CREATE_REFUSALS = [
  ...CHANGE_REFUSALS,
  'parent_deleted',
  'duplicate_id',
  'child_type_not_allowed',
  'depth_exceeded',
  'assignee_not_in_team',
  'dates_reversed',
  'target_not_found',
  'not_shareable',
] as const;

export const EDIT_REFUSALS = [
  ...CHANGE_REFUSALS,
  'parent_deleted',
  'would_create_cycle',
  'stale_delete',
  'status_conflict',
  'child_type_not_allowed',
  'status_not_allowed',
  'no_status',
  'reviewer_is_preparer',
  'derived_item',
  'assignee_not_in_team',
  'finding_not_discussed',
  'treatment_not_applicable',
  'rename_locked',
  'code_locked',
  'sort_locked',
  'dates_reversed',
  'depth_exceeded',
  'value_not_allowed',
  'value_invalid',
  'entry_removed',
  'too_many_values',
  'instruction_required',
  'test_incomplete',
  'finding_incomplete',
  'after_due_date',
] as const;

/** Of what puts a mark under an item, or takes it back. */
export const SIGN_REFUSALS = ['already_signed', 'not_signed', 'not_completed'] as const;

export const DELETE_REFUSALS = [
  ...CHANGE_REFUSALS,
  'stale_delete',
  'shared_control',
  'risk_in_use',
  'derived_item',
] as const;

export const COPY_REFUSALS = [
  ...CREATE_REFUSALS,
  'access_not_authorized',
  'not_copyable',
  'financial_risk_copy',
  'no_place_for_copy',
  'too_many_parts',
] as const;
