import { z } from 'zod';
import { userId } from '@cotejo/access-contracts';
import { oneLineName } from '@cotejo/http/contracts';
import { removalIntents } from './audit-removal.ts';
import { conclusionIntents } from './conclusion.ts';
import { auditId, itemId, operationId } from './ids.ts';
import { calendarDay } from './days.ts';
import { itemType } from './item-types.ts';
import { itemValue, MAX_VALUES_AT_ONCE, valueKey } from './item-values.ts';
import type { Sealed } from './sealed.ts';
import { signatureMark } from './signatures.ts';
import { auditAction, findingTreatment, itemStatus, planTreatment } from './statuses.ts';
import { sprintState, stretchId, visitState } from './stretches.ts';
import { independenceThreats, memberState } from './team.ts';
import { timeIntents } from './time-records.ts';

export { isOfHidden, withoutHidden } from '@cotejo/http/contracts';

export const MAX_NAME_LENGTH = 500;
const MAX_CODE_LENGTH = 40;

export const itemName = oneLineName(MAX_NAME_LENGTH);
export const itemCode = oneLineName(MAX_CODE_LENGTH);

/** Where among the siblings: after the anchor, else before the other, else at the end. `after: null` = first. */
const anchors = { after: itemId.nullish(), before: itemId.nullish() };

/** Parent of the top level is null: the audit itself. */
const parent = itemId.nullable();

const day = calendarDay.nullable();

/** What a reference (of this audit: `audit` null) or a link (of another one) stands for. */
export const itemTarget = z.object({ audit: auditId.nullable(), item: itemId });
export type ItemTarget = z.infer<typeof itemTarget>;

/** Where a copied item came from, when that locks what may be changed of it. */
export const itemOrigin = z.enum(['library', 'evaluation']);
export type ItemOrigin = z.infer<typeof itemOrigin>;

/** The very item, at the version that was read, of which another is a copy. */
export const copySource = z.object({ audit: auditId, item: itemId, version: z.number().int() });
export type CopySource = z.infer<typeof copySource>;

const phrases = z.array(oneLineName(500)).max(100);

/** What a risk is about, as risk evaluations and libraries tell it. */
export const riskProfile = z.object({
  general: oneLineName(500).nullable(),
  specific: phrases,
  factors: phrases,
  objectives: phrases,
});
export type RiskProfile = z.infer<typeof riskProfile>;

/** Why an audit is closed all the same, cancelled or reopened. */
export const auditReason = oneLineName(500);
/** Year that an audit is of. */
export const auditYear = z.int().min(1900).max(9999);

/** Parts of a batch, and items of a copy. */
export const MAX_PARTS = 500;

const createItem = z.strictObject({
  kind: z.literal('create_item'),
  id: itemId,
  type: itemType,
  parent,
  name: itemName,
  code: itemCode.nullish(),
  assignee: userId.nullish(),
  startDate: day.optional(),
  endDate: day.optional(),
  /** Of a reference or a link, and of nothing else. */
  target: z.strictObject(itemTarget.shape).optional(),
  /** Worksheet for which a finding was raised, when that is not its parent. */
  refParent: itemId.optional(),
  origin: itemOrigin.optional(),
  risk: z.strictObject(riskProfile.shape).optional(),
  copiedFrom: z.strictObject(copySource.shape).optional(),
  ...anchors,
});

/**
 * Short values of a worksheet; each key is a field of its own, and null takes its value away. `copied` = they
 * come along with a copy: nobody has begun the work by that.
 */
const setValues = z.strictObject({
  kind: z.literal('set_values'),
  id: itemId,
  copied: z.literal(true).optional(),
  values: z
    .record(valueKey, itemValue)
    .refine((values) => Object.keys(values).length > 0 && Object.keys(values).length <= MAX_VALUES_AT_ONCE),
});

/** A member's own declaration; the seal of the threats travels beside it (`SealedWords`). */
export const declareIndependence = z.strictObject({
  kind: z.literal('declare_independence'),
  threats: independenceThreats,
});

/**
 * What a person asks of an audit's tree. `base` is the audit version that the person saw.
 * Kernel intents only; a context registers its own in a slice and they travel alike.
 * Strict: an unknown field refuses the intent, so that nothing travels past the schema.
 */
export const kernelIntent = z.discriminatedUnion('kind', [
  createItem,
  /**
   * A copy of a branch in the same audit: what the person saw of it, each item with the id of its copy, the
   * topmost first. Controls become references; findings, links of derivation and statuses stay behind.
   */
  z.strictObject({
    kind: z.literal('copy_item'),
    id: itemId,
    source: itemId,
    parent,
    /** Name of the topmost copy; absent = the same. */
    name: itemName.optional(),
    copies: z
      .array(z.tuple([itemId, itemId]))
      .min(1)
      .max(MAX_PARTS),
    ...anchors,
  }),
  z.strictObject({ kind: z.literal('rename_item'), id: itemId, name: itemName }),
  z.strictObject({ kind: z.literal('recode_item'), id: itemId, code: itemCode.nullable() }),
  z.strictObject({ kind: z.literal('move_item'), id: itemId, parent, ...anchors }),
  z.strictObject({ kind: z.literal('assign_item'), id: itemId, assignee: userId.nullable() }),
  z.strictObject({
    kind: z.literal('change_status'),
    id: itemId,
    from: itemStatus,
    to: itemStatus,
    /** Back to where the same person brought it from, also where no other way leads back. */
    takeBack: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('schedule_item'), id: itemId, startDate: day, endDate: day }),
  z.strictObject({ kind: z.literal('describe_risk'), id: itemId, risk: z.strictObject(riskProfile.shape) }),
  setValues,
  /**
   * A mark under the item as the person saw it: `base` is its exact version, and `textsAt` how far its texts had
   * come (their room's number of rows; null = none was open).
   */
  z.strictObject({
    kind: z.literal('sign_item'),
    id: itemId,
    mark: signatureMark,
    textsAt: z.number().int().nonnegative().nullable(),
  }),
  /** Takes one's own mark back, and the status with the last of its kind. */
  z.strictObject({ kind: z.literal('withdraw_signature'), id: itemId, mark: signatureMark }),
  /** `shared` answers the question that the deletion of a control with references raises. */
  z.strictObject({
    kind: z.literal('delete_item'),
    id: itemId,
    shared: z.enum(['everywhere', 'here']).optional(),
  }),
  /** With ancestors: brings back the deleted ones above it too. */
  z.strictObject({ kind: z.literal('restore_item'), id: itemId, withAncestors: z.boolean().optional() }),
  /** By the system alone: takes what was deleted long ago out of the plan for good. */
  z.strictObject({ kind: z.literal('purge_item'), id: itemId }),
  /** By the system alone, in an empty room: the tree document begins a new epoch. */
  z.strictObject({ kind: z.literal('compact_document') }),
  /**
   * Several as one: all or nothing, one answer, one step to undo. Each part says in which version of its
   * shape it was made.
   */
  z.strictObject({
    kind: z.literal('batch'),
    parts: z
      .array(
        z.strictObject({
          schema: z.number().int().positive(),
          intent: z.looseObject({ kind: z.string().min(1).max(60) }),
        }),
      )
      .min(1)
      .max(MAX_PARTS),
  }),
  /** Null takes the choice back: it is open again. */
  z.strictObject({
    kind: z.literal('choose_finding_treatment'),
    id: itemId,
    treatment: findingTreatment.nullable(),
  }),
  z.strictObject({
    kind: z.literal('choose_plan_treatment'),
    id: itemId,
    treatment: planTreatment.nullable(),
  }),
  /** Adds somebody to the team, or changes them: what is absent stays as it is. A new member needs a role. */
  z.strictObject({
    kind: z.literal('set_member'),
    user: userId,
    ...memberState.partial().shape,
    /** They lead the audit from now on. */
    leads: z.literal(true).optional(),
    /** Who takes over the open items of a member who is deactivated; absent or null = nobody. */
    handTo: userId.nullable().optional(),
  }),
  /** Adds a sprint or changes one: what is absent stays as it is. A new one needs a name. */
  z.strictObject({ kind: z.literal('set_sprint'), stretch: stretchId, ...sprintState.partial().shape }),
  /** Adds a visit or changes one: what is absent stays as it is. A new one needs a name. */
  z.strictObject({ kind: z.literal('set_visit'), stretch: stretchId, ...visitState.partial().shape }),
  /** Puts an item into a sprint or visit, beside the others that it is in, or takes it out of it. */
  z.strictObject({ kind: z.literal('allot_item'), id: itemId, stretch: stretchId, isIn: z.boolean() }),
  declareIndependence,
  ...timeIntents,
  ...conclusionIntents,
  ...removalIntents,
  z.strictObject({
    kind: z.literal('start_operation'),
    operation: operationId,
    what: z.enum(['import', 'copy']),
  }),
  z.strictObject({ kind: z.literal('finish_operation'), operation: operationId }),
  z.strictObject({ kind: z.literal('discard_operation'), operation: operationId }),
  /** First and last planned day of the audit itself. */
  z.strictObject({ kind: z.literal('schedule_audit'), startDate: day, endDate: day }),
  /** Of the audit itself. A reason is for what asks for one, the year for a postponement. */
  z.strictObject({
    kind: z.literal('change_audit_status'),
    action: auditAction,
    reason: auditReason.optional(),
    year: auditYear.optional(),
  }),
]);
export type KernelIntent = z.infer<typeof kernelIntent>;

/** Kinds of which only the server makes intents: operations and upkeep. */
const SERVER_KINDS: ReadonlySet<string> = new Set<KernelIntent['kind']>([
  'purge_item',
  'purge_audit',
  'rate_audit',
  'compact_document',
  'start_operation',
  'finish_operation',
  'discard_operation',
]);

/**
 * Kernel intents as a browser may send them. Facts about another audit (`origin`, `copiedFrom`, a target there) and
 * `copied`, which keeps an edit from beginning the work, are established by the server when it makes a copy.
 */
export const clientKernelIntent = z.discriminatedUnion('kind', [
  createItem.omit({ origin: true, copiedFrom: true }).extend({
    target: z.strictObject({ ...itemTarget.shape, audit: z.null() }).optional(),
  }),
  setValues.omit({ copied: true }),
  ...kernelIntent.options.filter(
    (option) => option !== createItem && option !== setValues && !SERVER_KINDS.has(option.shape.kind.value),
  ),
]);

/** Intents of the contexts that live on an audit's stream: each adds its own here (`declare module`), by name. */
export interface SliceIntents {
  readonly kernel: KernelIntent;
}
/** Whatever a person may ask of an audit. */
export type AuditIntent = SliceIntents[keyof SliceIntents];

/** What travels: the intent's own fields checked by the model that knows its kind, and the version seen. */
export interface IntentEnvelope {
  /** Version of the intent's shape when it was made; absent = the newest, for what was made just now. */
  readonly schemaVersion?: number;
  readonly intent: { readonly kind: string; readonly [field: string]: unknown };
  /** Audit version that the person saw; staleness is judged against it. -1 = nothing seen. */
  readonly base: number;
  /** Operation of which this intent is a part. */
  readonly operation?: string;
  /** What the server established about the intent before it is judged; no message from outside can carry it. */
  readonly sealed?: Sealed | undefined;
}
