import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView } from '@cotejo/audits-domain';
import type { TreeRow } from './tree-rows.ts';

/** The tree as it is to be shown; a new object whenever anything of it changed. */
export interface TreeSnapshot {
  /** Grows with every change that is shown. */
  readonly revision: number;
  /** Audit version of the base under it; -1 = nothing loaded yet. */
  readonly baseVersion: number;
  readonly auditStatus: AuditView['status'];
  readonly operation: AuditView['operation'];
  /** Changes whenever this person's rights may have. */
  readonly rights: number;
  readonly rows: readonly TreeRow[];
  rowOf(id: ItemId): TreeRow | undefined;
}

/** Before anything was loaded. */
export const NO_TREE: TreeSnapshot = {
  revision: 0,
  baseVersion: -1,
  auditStatus: 'not_started',
  operation: null,
  rights: 0,
  rows: [],
  rowOf: () => undefined,
};
