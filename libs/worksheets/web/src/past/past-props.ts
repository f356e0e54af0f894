import type { AuditDetail } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';

/** What this context is told of a worksheet as it was. */
export interface PastContentsProps {
  readonly audit: AuditDetail;
  /** The item as it was then; of a reference, what it stood for. */
  readonly item: TreeNode;
  readonly version: number;
  /** The version that it is compared with; null = with none. */
  readonly other: number | null;
  /** That one came after this one. */
  readonly isLater: boolean;
  /** It is the plan of now: what differs can be brought back. */
  readonly isAgainstNow: boolean;
}
