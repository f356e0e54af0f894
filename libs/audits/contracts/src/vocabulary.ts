import { createUpcaster, type Upcast, type Vocabulary } from '@cotejo/event-store/upcast';
import type { CodeClaimEvent } from './code-claims.ts';
import type { KernelEventType } from './events.ts';
import type { KernelIntent } from './intents.ts';

type StepsOf<Type extends string> = Readonly<Record<Type, readonly Upcast[]>>;

/** An item from before dates, references, links and origins existed. */
const withoutNewFacts: Upcast = (data) => ({
  ...data,
  startDate: null,
  endDate: null,
  target: null,
  refParent: null,
  origin: null,
  risk: null,
  copiedFrom: null,
});

/**
 * Events of the audit core on an audit's stream, with the upcasters from older versions to the newest. A
 * change of a shape requires a further upcaster and two golden files (`npm test` names them).
 */
export const auditVocabulary: Vocabulary = {
  // More record types; then more kinds of sources, and a cost; then business units.
  AuditCreated: [(data) => data, (data) => data, (data) => data],
  // What brought it about, and the year.
  AuditStatusChanged: [(data) => data],
  AuditScheduled: [],
  TeamMemberAdded: [],
  TeamMemberChanged: [],
  AuditLeaderChanged: [],
  IndependenceDeclared: [],
  SprintSet: [],
  VisitSet: [],
  TimeRecorded: [],
  TimeRecordChanged: [],
  TimeRecordRemoved: [],
  AuditRated: [],
  AuditConcluded: [],
  ConclusionSigned: [],
  ConclusionSignatureVoided: [],
  AuditDeleted: [],
  AuditRestored: [],
  AuditPurged: [],
  OperationStarted: [],
  OperationFinished: [],
  OperationDiscarded: [],
  TreeItemCreated: [withoutNewFacts],
  TreeItemRenamed: [],
  TreeItemRecoded: [],
  TreeItemMoved: [(data) => ({ ...data, leftRefParent: false })],
  TreeItemRenumbered: [],
  TreeItemAssigned: [],
  ItemStatusChanged: [],
  TreeItemScheduled: [],
  TreeItemAllotted: [],
  RiskDescribed: [],
  ItemValuesSet: [],
  ItemSigned: [],
  SignaturesVoided: [],
  TreeItemDeleted: [],
  TreeItemRestored: [],
  TreeItemPurged: [],
  TreeDocumentCompacted: [],
  // The choice can be cleared.
  FindingTreatmentChosen: [(data) => data],
  PlanTreatmentChosen: [(data) => data],
} satisfies StepsOf<KernelEventType>;

/**
 * Events of other contexts on an audit's stream, whose data only those contexts read. A reader of the core
 * alone skips them, and stops at any type that is neither here nor above.
 */
export const SLICE_EVENT_TYPES: readonly string[] = [
  'StepProgrammeSet',
  'NoteAdded',
  'NoteReplied',
  'NoteAnswered',
  'NoteClosed',
  'NoteReopened',
  'TextRevised',
  'TextsRestarted',
  'AttachmentAdded',
  'AttachmentRemoved',
  'AttachmentRestored',
  'AttachmentSigned',
  'AttachmentCopied',
];

/** Upcasts events of an audit's stream for readers of the audit core. */
export const auditEvents = createUpcaster([auditVocabulary], SLICE_EVENT_TYPES);

/** Claims of audit codes, on streams of their own. */
export const codeClaimVocabulary: Vocabulary = {
  AuditCodeClaimed: [],
  AuditCodeReleased: [],
} satisfies StepsOf<CodeClaimEvent['type']>;
export const codeClaimEvents = createUpcaster([codeClaimVocabulary]);

/** Intents may stay in browsers' outboxes for weeks, so they are upcast like events. */
export const auditIntentVocabulary: Vocabulary = {
  // Fields became optional.
  create_item: [(data) => data],
  copy_item: [],
  rename_item: [],
  recode_item: [],
  move_item: [],
  assign_item: [],
  change_status: [(data) => data],
  schedule_item: [],
  describe_risk: [],
  set_values: [],
  sign_item: [],
  withdraw_signature: [],
  delete_item: [(data) => data],
  restore_item: [(data) => data],
  purge_item: [],
  compact_document: [],
  batch: [],
  choose_finding_treatment: [(data) => data],
  choose_plan_treatment: [(data) => data],
  set_member: [],
  declare_independence: [],
  set_sprint: [],
  set_visit: [],
  allot_item: [],
  record_time: [],
  change_time_record: [],
  remove_time_record: [],
  rate_audit: [],
  conclude_audit: [],
  sign_conclusion: [],
  withdraw_conclusion_signature: [],
  delete_audit: [],
  restore_audit: [],
  purge_audit: [],
  start_operation: [],
  finish_operation: [],
  discard_operation: [],
  schedule_audit: [],
  change_audit_status: [],
} satisfies StepsOf<KernelIntent['kind']>;
