import { z } from 'zod';
import { userId } from '@cotejo/access-contracts';
import { itemId, operationId } from './ids.ts';
import { itemType } from './item-types.ts';
import { findingTreatment, itemStatus, planTreatment } from './statuses.ts';

export const MAX_NAME_LENGTH = 500;
const MAX_CODE_LENGTH = 40;

/**
 * One line as people write it: trimmed, no control characters, no halves of surrogate pairs (no store takes
 * those), and something in it that can be seen.
 */
export const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)
    .regex(/^$|[\p{L}\p{N}\p{P}\p{S}]/u);

export const itemName = oneLine(MAX_NAME_LENGTH);
export const itemCode = oneLine(MAX_CODE_LENGTH);

/** Where among the siblings: after the anchor, else before the other, else at the end. `after: null` = first. */
const anchors = { after: itemId.nullish(), before: itemId.nullish() };

/** Parent of the top level is null: the audit itself. */
const parent = itemId.nullable();

/**
 * What a person asks of an audit's tree. `base` is the audit version that the person saw.
 * Kernel intents only; a context registers its own in a slice and they travel alike.
 */
export const kernelIntent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('create_item'),
    id: itemId,
    type: itemType,
    parent,
    name: itemName,
    code: itemCode.nullish(),
    assignee: userId.nullish(),
    ...anchors,
  }),
  z.object({ kind: z.literal('rename_item'), id: itemId, name: itemName }),
  z.object({ kind: z.literal('recode_item'), id: itemId, code: itemCode.nullable() }),
  z.object({ kind: z.literal('move_item'), id: itemId, parent, ...anchors }),
  z.object({ kind: z.literal('assign_item'), id: itemId, assignee: userId.nullable() }),
  z.object({ kind: z.literal('change_status'), id: itemId, from: itemStatus, to: itemStatus }),
  z.object({ kind: z.literal('delete_item'), id: itemId }),
  z.object({ kind: z.literal('restore_item'), id: itemId }),
  z.object({ kind: z.literal('choose_finding_treatment'), id: itemId, treatment: findingTreatment }),
  z.object({ kind: z.literal('choose_plan_treatment'), id: itemId, treatment: planTreatment }),
  z.object({ kind: z.literal('start_operation'), operation: operationId, what: z.enum(['import', 'copy']) }),
  z.object({ kind: z.literal('finish_operation'), operation: operationId }),
  z.object({ kind: z.literal('discard_operation'), operation: operationId }),
]);
export type KernelIntent = z.infer<typeof kernelIntent>;

/** What travels: the intent's own fields checked by the model that knows its kind, and the version seen. */
export interface IntentEnvelope {
  /** Version of the intent's shape when it was made; absent = the newest, for what was made just now. */
  readonly schemaVersion?: number;
  readonly intent: { readonly kind: string; readonly [field: string]: unknown };
  /** Audit version that the person saw; staleness is judged against it. -1 = nothing seen. */
  readonly base: number;
  /** Operation of which this intent is a part. */
  readonly operation?: string;
}
