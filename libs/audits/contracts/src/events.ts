import { z } from 'zod';
import { accountId, userId } from '@cotejo/access-contracts';
import { removalEvents } from './audit-removal.ts';
import { conclusionEvents } from './conclusion.ts';
import { auditId, itemId, operationId } from './ids.ts';
import { copySource, itemOrigin, itemTarget } from './intents.ts';
import { itemType, recordType } from './item-types.ts';
import { itemValue, valueKey } from './item-values.ts';
import { contentHash, signatureMark, signedText } from './signatures.ts';
import { auditStatus, auditStatusCause, findingTreatment, itemStatus, planTreatment } from './statuses.ts';
import { sprintState, stretchId, stretchKind, visitState } from './stretches.ts';
import { sealedText } from './sealed.ts';
import { memberState, teamRole } from './team.ts';
import { timeEvents } from './time-records.ts';

const date = z.iso.date();

/** Frequency: scheduled (PRG) or special (ESP); kind: standard (DFT) or compliance (CMP). */
export const auditFrequency = z.enum(['scheduled', 'special']);
export const auditKind = z.enum(['standard', 'compliance']);
export const CONTRACT_FREQUENCY = { scheduled: 'PRG', special: 'ESP' } as const;
export const CONTRACT_AUDIT_KIND = { standard: 'DFT', compliance: 'CMP' } as const;

/**
 * Where the contents of a new audit came from: an imported programme (`oscal`), last year's audit, another audit, or
 * a unit of a risk evaluation; `key` identifies the source, and for programmes lets a second import be noticed.
 */
export const auditSource = z.object({
  kind: z.enum(['oscal', 'roll_forward', 'audit_copy', 'evaluation_unit']),
  key: z.string().max(200),
  title: z.string().max(500),
  version: z.string().max(100).nullable(),
});
export type AuditSource = z.infer<typeof auditSource>;

export const auditUnit = z.object({ company: z.string(), unit: z.string() });
export type AuditUnit = z.infer<typeof auditUnit>;

export const auditProfile = z.object({
  name: z.string(),
  code: z.string(),
  year: z.number().int(),
  recordType,
  frequency: auditFrequency,
  kind: auditKind,
  startDate: date.nullable(),
  endDate: date.nullable(),
  /** Whole minutes, so that half hours stay exact. */
  budgetedMinutes: z.number().int().nonnegative(),
  /** Whole units of the account's currency; absent = none was planned. */
  budgetedCost: z.number().int().nonnegative().optional(),
  chargedMinutes: z.number().int().nonnegative(),
  leader: userId.nullable(),
  /** Business units in scope, by name, each with its company; absent = none were named. */
  units: z.array(auditUnit).optional(),
});
export type AuditProfile = z.infer<typeof auditProfile>;

const dates = { startDate: date.nullable(), endDate: date.nullable() };

const riskFacts = z.object({
  general: z.string().nullable(),
  specific: z.array(z.string()),
  factors: z.array(z.string()),
  objectives: z.array(z.string()),
});

const positioned = {
  parent: itemId.nullable(),
  /** Final place among the siblings: a fractional key, compared bytewise. */
  position: z.string(),
};

/**
 * Events of an audit's stream, in their newest versions (`auditVocabulary`). They carry resolved values (final position, what was
 * there before), so that the fold needs no validation and the change log reads like sentences.
 */
export const kernelEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('AuditCreated'),
    data: z.object({
      audit: auditId,
      account: accountId,
      profile: auditProfile,
      createdBy: userId,
      source: auditSource.nullable(),
    }),
  }),
  z.object({
    type: z.literal('AuditStatusChanged'),
    data: z.object({
      from: auditStatus,
      to: auditStatus,
      closedOn: date.nullable(),
      /** Absent = nobody said. */
      because: auditStatusCause.optional(),
      reason: z.string().optional(),
      /** Year of the audit, where it is another one from now on. */
      year: z.object({ from: z.number().int(), to: z.number().int() }).optional(),
    }),
  }),
  z.object({ type: z.literal('AuditScheduled'), data: z.object({ ...dates, from: z.object(dates) }) }),
  z.object({ type: z.literal('TeamMemberAdded'), data: z.object({ user: userId, role: teamRole }) }),
  z.object({
    type: z.literal('TeamMemberChanged'),
    data: z.object({ user: userId, ...memberState.shape, from: memberState }),
  }),
  z.object({
    type: z.literal('AuditLeaderChanged'),
    data: z.object({ leader: userId, from: userId.nullable() }),
  }),
  z.object({
    type: z.literal('IndependenceDeclared'),
    /** The threats are personal: their words are in the vault. */
    data: z.object({ user: userId, threats: sealedText.nullable() }),
  }),
  /** `from`: what it was before, null = it is new; `createdBy`: author of its first version. */
  z.object({
    type: z.literal('SprintSet'),
    data: z.object({
      stretch: stretchId,
      createdBy: userId,
      ...sprintState.shape,
      from: sprintState.nullable(),
    }),
  }),
  z.object({
    type: z.literal('VisitSet'),
    data: z.object({
      stretch: stretchId,
      createdBy: userId,
      ...visitState.shape,
      from: visitState.nullable(),
    }),
  }),
  ...timeEvents,
  ...conclusionEvents,
  ...removalEvents,
  z.object({
    type: z.literal('OperationStarted'),
    data: z.object({ operation: operationId, what: z.enum(['import', 'copy']), by: userId }),
  }),
  z.object({ type: z.literal('OperationFinished'), data: z.object({ operation: operationId }) }),
  z.object({ type: z.literal('OperationDiscarded'), data: z.object({ operation: operationId }) }),
  z.object({
    type: z.literal('TreeItemCreated'),
    data: z.object({
      id: itemId,
      itemType,
      ...positioned,
      name: z.string(),
      code: z.string().nullable(),
      status: itemStatus.nullable(),
      assignee: userId.nullable(),
      /** True for an action plan or evaluation that a treatment brought about. */
      derived: z.boolean(),
      ...dates,
      /** What a reference or a link stands for. */
      target: itemTarget.nullable(),
      /** Worksheet for which a finding was raised; null = its parent. */
      refParent: itemId.nullable(),
      origin: itemOrigin.nullable(),
      risk: riskFacts.nullable(),
      copiedFrom: copySource.nullable(),
    }),
  }),
  z.object({
    type: z.literal('TreeItemRenamed'),
    data: z.object({
      id: itemId,
      name: z.string(),
      from: z.string(),
      /** Version of another person's rename that this one, made without seeing it, replaced. */
      overwrote: z.number().int().nullable(),
    }),
  }),
  z.object({
    type: z.literal('TreeItemRecoded'),
    data: z.object({ id: itemId, code: z.string().nullable(), from: z.string().nullable() }),
  }),
  z.object({
    type: z.literal('TreeItemMoved'),
    data: z.object({
      id: itemId,
      ...positioned,
      from: z.object(positioned),
      /** A finding went away from the worksheet for which it was raised: from now on that is its parent. */
      leftRefParent: z.boolean(),
    }),
  }),
  /** A key that had grown long was shortened to make room for a sibling: nothing is in another place by it. */
  z.object({
    type: z.literal('TreeItemRenumbered'),
    data: z.object({ id: itemId, position: positioned.position, from: positioned.position }),
  }),
  z.object({
    type: z.literal('TreeItemAssigned'),
    data: z.object({ id: itemId, assignee: userId.nullable(), from: userId.nullable() }),
  }),
  z.object({
    type: z.literal('ItemStatusChanged'),
    data: z.object({ id: itemId, from: itemStatus, to: itemStatus }),
  }),
  z.object({
    type: z.literal('TreeItemScheduled'),
    data: z.object({ id: itemId, ...dates, from: z.object(dates) }),
  }),
  /** An item came into a sprint or visit (`isIn`), or left it; `name` is the stretch's at that time. */
  z.object({
    type: z.literal('TreeItemAllotted'),
    data: z.object({
      id: itemId,
      stretch: stretchId,
      kind: stretchKind,
      name: sprintState.shape.name,
      isIn: z.boolean(),
    }),
  }),
  z.object({
    type: z.literal('RiskDescribed'),
    data: z.object({ id: itemId, risk: riskFacts, from: riskFacts.nullable() }),
  }),
  z.object({
    type: z.literal('ItemValuesSet'),
    data: z.object({
      id: itemId,
      values: z.record(valueKey, itemValue),
      /** What each of them was before. */
      from: z.record(valueKey, itemValue),
      /** By key, the version of another person's value that this one, set without seeing it, replaced. */
      overwrote: z.record(valueKey, z.number().int()),
    }),
  }),
  /** A person's mark under an item: under this version, with this content. */
  z.object({
    type: z.literal('ItemSigned'),
    data: z.object({
      id: itemId,
      mark: signatureMark,
      seen: z.number().int(),
      content: contentHash,
      texts: z.array(signedText),
    }),
  }),
  /** Signatures that no longer stand, because what is under them changed or because their owner took them back. */
  z.object({
    type: z.literal('SignaturesVoided'),
    data: z.object({
      id: itemId,
      voided: z.array(z.object({ mark: signatureMark, by: userId })).min(1),
      because: z.enum(['edited', 'withdrawn', 'note', 'reopened']),
      /** Whose edit it was, where the product brought it in: whoever wrote the texts under it. */
      authors: z.array(userId).max(100).optional(),
    }),
  }),
  z.object({
    type: z.literal('TreeItemDeleted'),
    /** `items` counts the item and everything under it. */
    data: z.object({ id: itemId, items: z.number().int().positive() }),
  }),
  z.object({ type: z.literal('TreeItemRestored'), data: z.object({ id: itemId }) }),
  /** A deleted branch left the plan for good; the log keeps what it was. `items` counts it whole. */
  z.object({
    type: z.literal('TreeItemPurged'),
    data: z.object({ id: itemId, items: z.number().int().positive() }),
  }),
  /** From here on the tree document is another one: built from the state at this version. */
  z.object({ type: z.literal('TreeDocumentCompacted'), data: z.object({}) }),
  z.object({
    type: z.literal('FindingTreatmentChosen'),
    /** Null = open again: the choice was taken back. */
    data: z.object({ id: itemId, treatment: findingTreatment.nullable(), from: findingTreatment.nullable() }),
  }),
  z.object({
    type: z.literal('PlanTreatmentChosen'),
    data: z.object({ id: itemId, treatment: planTreatment.nullable(), from: planTreatment.nullable() }),
  }),
]);
export type KernelEvent = z.infer<typeof kernelEvent>;
export type KernelEventType = KernelEvent['type'];

/** An event of the kernel or of a slice, as decided: not yet stored. */
export interface AuditEvent {
  readonly type: string;
  readonly data: { readonly [field: string]: unknown };
}

/** An event with its place in the audit and its author: what folds, projections and the log read. */
export interface StoredAuditEvent extends AuditEvent {
  readonly version: number;
  readonly actor: string;
  readonly at: string;
  readonly operation: string | null;
}
