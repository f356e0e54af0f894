/** Refusal codes common to all changes of an item. */
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
  'audit_deleted',
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

/** Refusal codes of signing and of withdrawing a signature. */
export const SIGN_REFUSALS = ['already_signed', 'not_signed', 'not_completed'] as const;

export const DELETE_REFUSALS = [
  ...CHANGE_REFUSALS,
  'stale_delete',
  'shared_control',
  'risk_in_use',
  'derived_item',
] as const;

/** Codes with which an action on the audit itself may be refused. */
/** Refusals of every change of an audit itself. */
export const LIFECYCLE_GATE = [
  'forbidden',
  'audit_not_found',
  'audit_closed',
  'audit_cancelled',
  'operation_running',
  'audit_status_not_allowed',
  'audit_deleted',
] as const;

export const REMOVAL_REFUSALS = [...LIFECYCLE_GATE, 'audit_not_deletable', 'audit_not_deleted'] as const;

export const CONCLUSION_REFUSALS = [
  ...LIFECYCLE_GATE,
  'rating_not_in_scale',
  'conclusion_incomplete',
  'signer_is_preparer',
  'conclusion_changed',
  'conclusion_signed',
  'not_signed',
] as const;

export const LIFECYCLE_REFUSALS = [
  ...LIFECYCLE_GATE,
  'reason_required',
  'year_not_greater',
  'progress_not_zero',
  'pre_close_blocked',
] as const;

export const COPY_REFUSALS = [
  ...CREATE_REFUSALS,
  'access_not_authorized',
  'not_copyable',
  'financial_risk_copy',
  'no_place_for_copy',
  'too_many_parts',
] as const;
