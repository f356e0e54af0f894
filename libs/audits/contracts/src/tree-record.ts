import type { UserId } from '@cotejo/access-contracts';
import type { ItemId } from './ids.ts';
import type { ItemType } from './item-types.ts';
import type { FindingTreatment, ItemStatus, PlanTreatment } from './statuses.ts';

/**
 * A node as it stands in the tree document's `items` map: one plain record, keys in this order (the
 * document is rebuilt byte for byte from events, so the order is part of the projection's version).
 */
export interface TreeRecord {
  readonly type: ItemType;
  readonly name: string;
  readonly code: string | null;
  readonly status: ItemStatus | null;
  readonly assignee: UserId | null;
  /** Parent (null = the audit) and fractional position, together: one change, one value. */
  readonly place: readonly [parent: ItemId | null, position: string];
  readonly createdBy: string;
  /** Audit version and author of the last change of this item. */
  readonly version: number;
  readonly changedBy: string;
  /** Audit versions of the last change of single fields, for "later wins" to be told. */
  readonly fields: Readonly<Record<string, number>>;
  readonly treatment: FindingTreatment | PlanTreatment | null;
  readonly derived: boolean;
  /** Who marked it completed: may not review it. */
  readonly completedBy: string | null;
  /** Version of the deletion of this very item; null while it lives. */
  readonly deleted: number | null;
}

/** The `audit` entry of the document's `meta` map. */
export interface AuditRecord {
  readonly status: string;
  readonly operation: string | null;
  readonly version: number;
}

export const ITEMS_MAP = 'items';
export const META_MAP = 'meta';
/** Part of the document id: raise it with any change of what `project` writes. */
export const PROJECTION_VERSION = 1;
