import type { ItemId, Stretch } from '@cotejo/audits-contracts';
import type { AuditView, FiguresByItem } from '@cotejo/audits-domain';
import type { TreeRow } from './tree-rows.ts';

/** Immutable state of the displayed tree; replaced whenever any of it changes. */
export interface TreeSnapshot {
  /** Increases with every displayed change. */
  readonly revision: number;
  /** Audit version of the base; -1 = nothing loaded yet. */
  readonly baseVersion: number;
  readonly auditStatus: AuditView['status'];
  /** Null unless the audit is in the trash. */
  readonly removal: AuditView['removal'];
  readonly operation: AuditView['operation'];
  /** Changes whenever this user's rights may have changed. */
  readonly rights: number;
  readonly rows: readonly TreeRow[];
  /** Progress of the whole audit in percent; null when no item counts. */
  readonly progress: number | null;
  /** Number of rows over all levels. */
  readonly size: number;
  /** Figures of every risk, control and group, and of the audit (null). One mutable map, kept up to date. */
  readonly figures: FiguresByItem;
  /** Sprints and visits, removed ones included; the same list while none of them changes. */
  readonly stretches: readonly Stretch[];
  rowOf(id: ItemId): TreeRow | undefined;
}

/** Placeholder until the tree is loaded. */
export const NO_TREE: TreeSnapshot = {
  revision: 0,
  baseVersion: -1,
  auditStatus: 'not_started',
  removal: null,
  operation: null,
  rights: 0,
  rows: [],
  progress: null,
  size: 0,
  figures: new Map(),
  stretches: [],
  rowOf: () => undefined,
};

/** Whether two snapshots display the same tree. */
export const isSameTree = (a: TreeSnapshot, b: TreeSnapshot): boolean =>
  a.rows === b.rows &&
  a.baseVersion === b.baseVersion &&
  a.auditStatus === b.auditStatus &&
  a.removal === b.removal &&
  a.operation === b.operation &&
  a.stretches === b.stretches &&
  a.rights === b.rights;
