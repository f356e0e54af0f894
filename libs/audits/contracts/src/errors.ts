import { defineErrors } from '@cotejo/http/contracts';

/** Refusals of intents and of calls about audits; texts: `errors.<code>` of this library. */
export const auditErrors = defineErrors('audits-contracts', {
  // Tree
  invalid_intent: 400,
  unknown_intent: 400,
  /** A name with invisible characters, or with ones that change the text direction. */
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
  /** Changed after the version in `If-Match`: details {version}. */
  changed_since: 409,
  /** A control that other risks share; the request must say where it is deleted: details {places}. */
  shared_control: 409,
  /** Other records contain copies of a library's risk, or links to its controls: details {audits}. */
  risk_in_use: 409,
  target_not_found: 409,
  not_shareable: 422,
  not_copyable: 422,
  rename_locked: 422,
  code_locked: 422,
  sort_locked: 422,
  icce_role_required: 403,
  /** Still within the 30 days of the trash. */
  not_expired: 409,
  /** details {most} */
  too_many_parts: 422,
  /** An intent exceeds the maximum message size, or its events the maximum append size. */
  intent_too_large: 413,
  /** A financial risk is copied only by `year` and `project_by_year`. */
  financial_risk_copy: 422,
  no_place_for_copy: 422,
  // Worksheet
  /** details {field} */
  value_not_allowed: 422,
  /** details {field} */
  value_invalid: 422,
  /** A value of a list entry that was removed meanwhile: details {field}. */
  entry_removed: 409,
  too_many_values: 422,
  /** The design is rated only after an instruction has been documented: details {field}. */
  instruction_required: 422,
  /** A test cannot be completed yet: details {missing}. */
  test_incomplete: 422,
  /** A finding lacks some of its five attributes: details {missing}. */
  finding_incomplete: 422,
  /** A date of a finding or its action plan that is after the due date: details {field}. */
  after_due_date: 422,
  /** The user has no such mark to withdraw. */
  not_signed: 409,
  already_signed: 409,
  /** Only completed work can be reviewed. */
  not_completed: 409,
  // Audit
  audit_not_found: 404,
  audit_closed: 409,
  audit_cancelled: 409,
  /** An action that the audit's status does not allow: details {status}. */
  audit_status_not_allowed: 409,
  reason_required: 422,
  /** details {year} */
  year_not_greater: 422,
  /** Only an audit without progress goes back to not started: details {progress}. */
  progress_not_zero: 409,
  /** What stands in the way of closing, or of marking as culminated: details {blocks}, and how many by rule. */
  pre_close_blocked: 409,
  /** In the trash of the account: only restoring is left. */
  audit_deleted: 409,
  /** Only an audit that is not started or cancelled is deleted: details {status}. */
  audit_not_deletable: 409,
  audit_not_deleted: 409,
  /** The file of an audit that was closed is retained: details {until}. */
  audit_retained: 409,
  /** Level of another scale than the audit's. */
  rating_not_in_scale: 422,
  /** Rating or conclusion is missing. */
  conclusion_incomplete: 422,
  /** The user set the rating or wrote the conclusion, and so may not sign it. */
  signer_is_preparer: 422,
  /** Rating or conclusion changed after the version that the signer read. */
  conclusion_changed: 409,
  conclusion_signed: 409,
  operation_running: 409,
  operation_unknown: 409,
  audit_exists: 409,
  dates_reversed: 422,
  stretch_not_found: 404,
  /** Only items with work of their own are allotted to sprints and visits. */
  stretch_not_applicable: 422,
  /** details {most} */
  too_many_stretches: 422,
  scope_required: 422,
  /** Processes and risks of a business unit without a company: details {unit}. */
  unit_without_company: 422,
  /** A business unit in the scope without process or risk: details {unit}. */
  unit_scope_required: 422,
  /** A record of another kind, or an item that is no auditable unit. */
  not_an_origin: 422,
  /** The scope of a copied audit is that of its source. */
  scope_of_origin: 422,
  /** Too many audits of the same user that are being filled: details {most} */
  too_many_fillings: 429,
  template_not_found: 422,
  leader_not_found: 422,
  member_not_found: 422,
  /** A team role that would grant more than the rights of the user who assigns it. */
  beyond_own_rights: 403,
  leader_hours_exceed: 422,
  not_in_team: 404,
  already_in_team: 409,
  /** Somebody else is named as leader first. */
  member_leads: 409,
  /** Without them nobody could manage the audit. */
  last_manager: 409,
  code_taken: 409,
  // Time
  time_record_not_found: 404,
  /** Time is recorded on items and groups of audits, not on references, links and evaluations. */
  no_time_here: 422,
  time_in_future: 422,
  /** More than 24 hours of one person on one day. */
  day_overfilled: 422,
  // Past versions
  /** The audit has not reached that version yet: details {head}. */
  version_not_reached: 404,
  /** The audit did not exist at that time. */
  not_created_yet: 404,
  versions_reversed: 422,
  /** More changes than one file may contain: details {most, changes}. */
  log_too_long: 422,
  // Import
  /** Not JSON, or not UTF-8: details {line, column}. */
  catalogue_malformed: 422,
  /** JSON that does not match the catalogue's schema: details {path}. */
  catalogue_invalid: 422,
  catalogue_not_oscal: 422,
  /** An OSCAL profile that was not resolved into a catalogue. */
  catalogue_unresolved: 422,
  catalogue_empty: 422,
  catalogue_too_large: 413,
  catalogue_imported_before: 409,
  /** Too many running imports of the same user: details {most} */
  too_many_imports: 429,
  // Room
  too_many_intents: 429,
  room_unavailable: 503,
  /** The server could not establish facts that the rules need: retry. */
  not_sealed: 503,
  /** The texts exceed the account's storage limit; none of them is stored. */
  storage_exceeded: 413,
  /** Servers of the previous release could not read this change: retry after the rolling upgrade. */
  upgrade_in_progress: 503,
});

export type AuditErrorCode = keyof (typeof auditErrors)['errors'];

/** Refusal of an intent: its code and the parameters of its text. */
export interface Rejection {
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
}
