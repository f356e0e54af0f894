import { z } from 'zod';
import { userId, type UserId } from '@cotejo/access-contracts';
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
 * A node as it stands in the tree document's `items` map, where it is one text (`encodeRecord`): keys in this
 * order (the document is rebuilt byte for byte from events, so the order is part of the projection's version).
 */
export interface TreeRecord {
  readonly type: ItemType;
  readonly name: string;
  readonly code: string | null;
  readonly status: ItemStatus | null;
  readonly assignee: UserId | null;
  /** Parent (null = the audit) and fractional position, together: one change, one value. */
  readonly place: readonly [parent: ItemId | null, position: string];
  readonly createdBy: UserId;
  /** Audit version and author of the last change of this item. */
  readonly version: number;
  readonly changedBy: string;
  /**
   * Version of the last change by anyone else than `changedBy`; absent when there was none. With it the
   * question "did others touch this after version v?" has an exact answer for every person.
   */
  readonly changedBefore?: number;
  /**
   * Audit versions of the creation (`created`) and of the last change of single fields (`name`, `code`,
   * `place`, `assignee`, `status`, `treatment`, `dates`, `risk`, `v:<key>` of a value), for "later wins" to be told.
   */
  readonly fields: Readonly<Record<string, number>>;
  readonly treatment: FindingTreatment | PlanTreatment | null;
  readonly derived: boolean;
  /** Who marked it completed: may not review it. */
  readonly completedBy: string | null;
  /** Version of the deletion of this very item; null while it lives. */
  readonly deleted: number | null;
  // What few items have is absent from the others.
  /** Moment of the deletion, ISO 8601 in UTC. */
  readonly deletedAt?: string;
  /** First and last day, yyyy-MM-dd. */
  readonly dates?: readonly [start: string | null, end: string | null];
  readonly target?: ItemTarget;
  readonly refParent?: ItemId;
  readonly origin?: ItemOrigin;
  readonly risk?: RiskProfile;
  /** Statuses through which its last author brought it here, the latest last: what that person may take back. */
  readonly cameFrom?: StatusTrail;
  /** Short values of its worksheet, by key. */
  readonly values?: ItemValues;
  /** Marks that stand, the oldest first. */
  readonly signatures?: readonly Signature[];
  /** Who wrote the texts that took its last marks away, until it is signed again: `changedBy` is the product then. */
  readonly voidedBy?: readonly UserId[];
}

export interface StatusTrail {
  readonly by: string;
  readonly statuses: readonly ItemStatus[];
}

/** For whoever reads a document that came over the wire or from a cache. */
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
});

/**
 * As the `items` map holds it. JSON: a text comes out of a document's bytes in one piece, an object key by key and
 * value by value, which took four times as long for a plan of ten thousand items.
 */
export const encodeRecord = (record: TreeRecord): string => JSON.stringify(record);

/** What `encodeRecord` wrote, not looked over yet. Throws on what is no JSON text. */
export function decodeRecord(value: unknown): unknown {
  if (typeof value !== 'string') throw new TypeError('a record of a tree document is a text');
  return JSON.parse(value);
}

/** The `audit` entry of the document's `meta` map. */
export interface AuditRecord {
  readonly recordType: RecordType;
  readonly status: AuditStatus;
  /** Day of the real closing: a completed audit that has one is closed. */
  readonly closedOn: string | null;
  readonly operation: string | null;
  /** Audit version of the last change of this record. */
  readonly version: number;
}

export const auditRecord: z.ZodType<AuditRecord> = z.object({
  recordType,
  status: auditStatus,
  closedOn: z.string().nullable(),
  operation: z.string().nullable(),
  version: z.number().int(),
});

export const ITEMS_MAP = 'items';
export const META_MAP = 'meta';
/** Part of the document id: raise it with any change of what `project` writes. */
export const PROJECTION_VERSION = 4;
