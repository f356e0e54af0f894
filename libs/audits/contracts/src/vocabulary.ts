import { createUpcaster, type Upcast, type Vocabulary } from '@cotejo/event-store/upcast';
import type { CodeClaimEvent } from './code-claims.ts';
import type { KernelEventType } from './events.ts';
import type { KernelIntent } from './intents.ts';

type StepsOf<Type extends string> = Readonly<Record<Type, readonly Upcast[]>>;

/** An item of before there were dates, references, links and origins. */
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
 * Events of the kernel on an audit's stream, with the steps that take older versions to the newest. A change
 * of a shape is a step more, and two golden files beside it (`npm test` says which).
 */
export const auditVocabulary: Vocabulary = {
  // More kinds of record.
  AuditCreated: [(data) => data],
  AuditStatusChanged: [],
  TeamMemberAdded: [],
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
  RiskDescribed: [],
  ItemValuesSet: [],
  ItemSigned: [],
  SignaturesVoided: [],
  TreeItemDeleted: [],
  TreeItemRestored: [],
  TreeItemPurged: [],
  TreeDocumentCompacted: [],
  // A choice that was taken back.
  FindingTreatmentChosen: [(data) => data],
  PlanTreatmentChosen: [(data) => data],
} satisfies StepsOf<KernelEventType>;

/**
 * What other contexts write on an audit's stream. Their data is theirs to read: whoever follows the kernel
 * alone hands it through, and stops at everything that is neither here nor above.
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

/** Reads an audit's stream as the kernel does. */
export const auditEvents = createUpcaster([auditVocabulary], SLICE_EVENT_TYPES);

/** Claims of audits' codes, on streams of their own. */
export const codeClaimVocabulary: Vocabulary = {
  AuditCodeClaimed: [],
  AuditCodeReleased: [],
} satisfies StepsOf<CodeClaimEvent['type']>;
export const codeClaimEvents = createUpcaster([codeClaimVocabulary]);

/** Intents lie in the outboxes of browsers for weeks, and are read like events. */
export const auditIntentVocabulary: Vocabulary = {
  // Facts that may be left out.
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
  start_operation: [],
  finish_operation: [],
  discard_operation: [],
} satisfies StepsOf<KernelIntent['kind']>;
