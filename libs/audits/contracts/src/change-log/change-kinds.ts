/**
 * Event types by the categories of the change log's filter; the types come from all contexts on the audit's
 * stream.
 */
export const CHANGE_KINDS = {
  values: ['ItemValuesSet', 'TreeItemScheduled', 'RiskDescribed'],
  texts: ['TextRevised', 'TextsRestarted', 'StepProgrammeSet'],
  statuses: ['ItemStatusChanged', 'FindingTreatmentChosen', 'PlanTreatmentChosen'],
  signatures: ['ItemSigned', 'SignaturesVoided'],
  names: ['TreeItemRenamed', 'TreeItemRecoded'],
  structure: [
    'TreeItemCreated',
    'TreeItemMoved',
    'TreeItemDeleted',
    'TreeItemRestored',
    'TreeItemPurged',
    'TreeItemAllotted',
  ],
  people: [
    'TreeItemAssigned',
    'TeamMemberAdded',
    'TeamMemberChanged',
    'AuditLeaderChanged',
    'IndependenceDeclared',
    'TimeRecorded',
    'TimeRecordChanged',
    'TimeRecordRemoved',
  ],
  notes: ['NoteAdded', 'NoteReplied', 'NoteAnswered', 'NoteClosed', 'NoteReopened'],
  attachments: [
    'AttachmentAdded',
    'AttachmentCopied',
    'AttachmentRemoved',
    'AttachmentRestored',
    'AttachmentSigned',
  ],
  audit: [
    'AuditCreated',
    'AuditStatusChanged',
    'SprintSet',
    'VisitSet',
    'AuditScheduled',
    'AuditRated',
    'AuditConcluded',
    'ConclusionSigned',
    'ConclusionSignatureVoided',
    'AuditDeleted',
    'AuditRestored',
    'AuditPurged',
    'OperationStarted',
    'OperationFinished',
    'OperationDiscarded',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ChangeKind = keyof typeof CHANGE_KINDS;
export const CHANGE_KIND_LIST = Object.keys(CHANGE_KINDS) as ChangeKind[];

/**
 * Events of housekeeping: compaction of the tree document and renumbering of positions. They change nothing that users
 * read, so the change log leaves them out.
 */
export const HOUSEKEEPING: readonly string[] = ['TreeItemRenumbered', 'TreeDocumentCompacted'];

/** Categories to which event types belong, in the filter's order. */
export const kindsOf = (types: readonly string[]): readonly ChangeKind[] =>
  CHANGE_KIND_LIST.filter((kind) => CHANGE_KINDS[kind].some((type) => types.includes(type)));
