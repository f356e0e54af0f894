import { z } from 'zod';
import { userId, type UserId } from '@cotejo/access-contracts';
import { auditRemoval, type AuditRemoval } from './audit-removal.ts';
import { itemId, type ItemId } from './ids.ts';
import {
  itemOrigin,
  itemTarget,
  riskProfile,
  type ItemOrigin,
  type ItemTarget,
  type RiskProfile,
} from './intents.ts';
import { itemType, recordType, type ItemType, type RecordType } from './item-types.ts';
import type { ItemValues } from './item-values.ts';
import { signature, type Signature } from './signatures.ts';
import { stretchId, type StretchId } from './stretches.ts';
import {
  auditStatus,
  findingTreatment,
  itemStatus,
  planTreatment,
  type AuditStatus,
  type FindingTreatment,
  type ItemStatus,
  type PlanTreatment,
} from './statuses.ts';

/**
 * An item in the tree document's `items` map, where it is one text (`encodeRecord`). The order of keys is
 * fixed: the document is rebuilt byte for byte from events, so the order is part of the projection's version.
 */
export interface TreeRecord {
  readonly type: ItemType;
  readonly name: string;
  readonly code: string | null;
  readonly status: ItemStatus | null;
  readonly assignee: UserId | null;
  /** Parent (null = the audit) and fractional position, changed together as one value. */
  readonly place: readonly [parent: ItemId | null, position: string];
  readonly createdBy: UserId;
  /** Audit version and author of the item's last change. */
  readonly version: number;
  readonly changedBy: string;
  /**
   * Version of the last change by any author other than `changedBy`; absent when there was none. With it,
   * "did others change this after version v?" has an exact answer for every user.
   */
  readonly changedBefore?: number;
  /**
   * Audit versions of the creation (`created`) and of the last change of single fields (`name`, `code`,
   * `place`, `assignee`, `status`, `treatment`, `dates`, `risk`, `v:<key>` of a value), for detecting
   * overwritten concurrent changes.
   */
  readonly fields: Readonly<Record<string, number>>;
  readonly treatment: FindingTreatment | PlanTreatment | null;
  readonly derived: boolean;
  /** User who completed it, and so may not review it. */
  readonly completedBy: string | null;
  /** Version of this item's own deletion; null otherwise. */
  readonly deleted: number | null;
  // Optional facts are omitted from records that do not have them.
  /** Moment of the deletion, ISO 8601 in UTC. */
  readonly deletedAt?: string;
  /** First and last day, yyyy-MM-dd. */
  readonly dates?: readonly [start: string | null, end: string | null];
  readonly target?: ItemTarget;
  readonly refParent?: ItemId;
  readonly origin?: ItemOrigin;
  readonly risk?: RiskProfile;
  /** Statuses through which the last author brought it to the present one, latest last, for taking back. */
  readonly cameFrom?: StatusTrail;
  /** Short worksheet values, by key. */
  readonly values?: ItemValues;
  /** Valid marks, oldest first. */
  readonly signatures?: readonly Signature[];
  /**
   * Authors of the texts that voided its last marks, until it is signed again: `changedBy` is then the
   * system.
   */
  readonly voidedBy?: readonly UserId[];
  /** Sprints and visits that it is in, ordered by id; removed ones included. */
  readonly stretches?: readonly StretchId[];
}

export interface StatusTrail {
  readonly by: string;
  readonly statuses: readonly ItemStatus[];
}

/** Validates records of a document received over the network or from a cache. */
export const treeRecord: z.ZodType<TreeRecord> = z.object({
  type: itemType,
  name: z.string(),
  code: z.string().nullable(),
  status: itemStatus.nullable(),
  assignee: userId.nullable(),
  place: z.tuple([itemId.nullable(), z.string()]),
  createdBy: userId,
  version: z.number().int(),
  changedBy: z.string(),
  changedBefore: z.number().int().optional(),
  fields: z.record(z.string(), z.number().int()),
  treatment: z.union([findingTreatment, planTreatment]).nullable(),
  derived: z.boolean(),
  completedBy: z.string().nullable(),
  deleted: z.number().int().nullable(),
  deletedAt: z.string().optional(),
  dates: z.tuple([z.string().nullable(), z.string().nullable()]).optional(),
  target: itemTarget.optional(),
  refParent: itemId.optional(),
  origin: itemOrigin.optional(),
  risk: riskProfile.optional(),
  cameFrom: z.object({ by: z.string(), statuses: z.array(itemStatus) }).optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  signatures: z.array(signature).optional(),
  voidedBy: z.array(userId).optional(),
  stretches: z.array(stretchId).optional(),
});

/**
 * Encodes a record for the `items` map, as JSON text: Yjs decodes a text in one piece, but an object key by
 * key, which took four times as long for a plan of ten thousand items.
 */
export const encodeRecord = (record: TreeRecord): string => JSON.stringify(record);

/** Decodes the text of `encodeRecord`, without validation. Throws when the value is not JSON text. */
export function decodeRecord(value: unknown): unknown {
  if (typeof value !== 'string') throw new TypeError('a record of a tree document is a text');
  return JSON.parse(value);
}

/** The `audit` entry of the document's `meta` map. */
export interface AuditRecord {
  readonly recordType: RecordType;
  readonly status: AuditStatus;
  /** Day of the actual closing: a completed audit that has one is closed. */
  readonly closedOn: string | null;
  readonly operation: string | null;
  /** Absent unless the audit is in the trash. */
  readonly removal?: AuditRemoval;
  /** Audit version of this record's last change. */
  readonly version: number;
}

export const auditRecord: z.ZodType<AuditRecord> = z.object({
  recordType,
  status: auditStatus,
  closedOn: z.string().nullable(),
  operation: z.string().nullable(),
  removal: auditRemoval.optional(),
  version: z.number().int(),
});

export const ITEMS_MAP = 'items';
export const META_MAP = 'meta';
/** Part of the document id: raise it with any change of the output of `project`. */
export const PROJECTION_VERSION = 5;
