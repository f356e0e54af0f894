import type { ItemId } from '@cotejo/audits-contracts';
import type { AuditView, FiguresByItem } from '@cotejo/audits-domain';
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
  /** Percent of the whole audit; null when nothing counts. */
  readonly progress: number | null;
  /** Rows of all levels together. */
  readonly size: number;
  /** Figures of every risk, control and group, and of the audit (null); the same map always, kept up to date. */
  readonly figures: FiguresByItem;
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
  progress: null,
  size: 0,
  figures: new Map(),
  rowOf: () => undefined,
};

/** Whether two snapshots show the same. */
export const isSameTree = (a: TreeSnapshot, b: TreeSnapshot): boolean =>
  a.rows === b.rows &&
  a.baseVersion === b.baseVersion &&
  a.auditStatus === b.auditStatus &&
  a.operation === b.operation &&
  a.rights === b.rights;
