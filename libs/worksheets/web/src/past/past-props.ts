import type { AuditDetail } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';

/** Props of a past worksheet's content. */
export interface PastContentsProps {
  readonly audit: AuditDetail;
  /** The item as of the version; for a reference, its original. */
  readonly item: TreeNode;
  readonly version: number;
  /** Version to compare with; null = none. */
  readonly other: number | null;
  /** Whether the other version is later. */
  readonly isLater: boolean;
  /** Whether the other version is the current plan: differences can be restored. */
  readonly isAgainstNow: boolean;
}
