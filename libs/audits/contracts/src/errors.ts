import { defineErrors } from '@cotejo/http/contracts';

/** Why an intent is refused, or a call about audits; texts: `errors.<code>` of this lib. */
export const auditErrors = defineErrors('audits-contracts', {
  // the tree
  invalid_intent: 400,
  unknown_intent: 400,
  /** A name with characters that nobody sees, or that turn the direction of text. */
  hidden_characters: 422,
  forbidden: 403,
  item_not_found: 404,
  duplicate_id: 409,
  parent_deleted: 409,
  item_deleted: 409,
  not_deleted: 409,
  would_create_cycle: 409,
  stale_delete: 409,
  status_conflict: 409,
  child_type_not_allowed: 422,
  status_not_allowed: 422,
  no_status: 422,
  reviewer_is_preparer: 422,
  derived_item: 422,
  assignee_not_in_team: 422,
  treatment_not_applicable: 422,
  finding_not_discussed: 422,
  depth_exceeded: 422,
  /** It was changed after the version that `If-Match` names: details {version}. */
  changed_since: 409,
  /** A control that other risks hold too; the person must say where: details {places}. */
  shared_control: 409,
  /** Other records hold copies of a library's risk, or links to its controls: details {audits}. */
  risk_in_use: 409,
  target_not_found: 409,
  not_shareable: 422,
  not_copyable: 422,
  rename_locked: 422,
  code_locked: 422,
  sort_locked: 422,
  icce_role_required: 403,
  /** The trash keeps it for 30 days. */
  not_expired: 409,
  /** details {most} */
  too_many_parts: 422,
  /** Of an intent beyond what one message, or its events beyond what one append, may carry. */
  intent_too_large: 413,
  /** Only `year` and `project_by_year` say where a financial risk goes. */
  financial_risk_copy: 422,
  no_place_for_copy: 422,
  // the worksheet
  /** details {field} */
  value_not_allowed: 422,
  /** details {field} */
  value_invalid: 422,
  /** A value of something that was taken out of its list meanwhile: details {field}. */
  entry_removed: 409,
  too_many_values: 422,
  /** Its design is judged once an instruction says how: details {field}. */
  instruction_required: 422,
  /** What a test must have before it is completed: details {missing}. */
  test_incomplete: 422,
  /** A finding without its five attributes: details {missing}. */
  finding_incomplete: 422,
  /** A date of a finding or its action plan that follows when it is due: details {field}. */
  after_due_date: 422,
  /** There is no mark of this person to take back. */
  not_signed: 409,
  already_signed: 409,
  /** Only completed work is reviewed. */
  not_completed: 409,
  // the audit
  audit_not_found: 404,
  audit_closed: 409,
  audit_cancelled: 409,
  operation_running: 409,
  operation_unknown: 409,
  audit_exists: 409,
  dates_reversed: 422,
  scope_required: 422,
  template_not_found: 422,
  leader_not_found: 422,
  member_not_found: 422,
  /** A place in the team that would lend more than whoever gives it may do. */
  beyond_own_rights: 403,
  leader_hours_exceed: 422,
  code_taken: 409,
  // the past
  /** The audit has not reached that version yet: details {head}. */
  version_not_reached: 404,
  /** The audit did not exist at that moment. */
  not_created_yet: 404,
  versions_reversed: 422,
  /** More than one file may hold: details {most, changes}. */
  log_too_long: 422,
  // import
  /** Not JSON, or not UTF-8: details {line, column}. */
  catalogue_malformed: 422,
  /** JSON that breaks the catalogue's shape: details {path}. */
  catalogue_invalid: 422,
  catalogue_not_oscal: 422,
  /** A profile that nobody has resolved into a catalogue yet. */
  catalogue_unresolved: 422,
  catalogue_empty: 422,
  catalogue_too_large: 413,
  catalogue_imported_before: 409,
  /** Imports of the same person are under way: details {most} */
  too_many_imports: 429,
  // the room
  too_many_intents: 429,
  room_unavailable: 503,
  /** The server did not establish what the rules need to know of it: try again. */
  not_sealed: 503,
  /** The texts are more than the account may store: nothing of them is. */
  storage_exceeded: 413,
  /** A change that servers of the release before could not read: until the last of them has gone. */
  upgrade_in_progress: 503,
});

export type AuditErrorCode = keyof (typeof auditErrors)['errors'];

/** An intent's refusal: the code and the facts its sentence names. */
export interface Rejection {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}
