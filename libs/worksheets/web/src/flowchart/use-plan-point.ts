import type { ItemId } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import { useCallback } from 'react';
import { useOfAudit } from '../host/worksheet-host.ts';

/** The control or risk of the plan that a point stands for; undefined for none, and once it left the plan. */
export const usePlanPoint = (item: ItemId | undefined): TreeNode | undefined =>
  useOfAudit(
    useCallback(
      (view) => {
        const node = item && view.get(item);
        return node && node.deleted === null ? node : undefined;
      },
      [item],
    ),
  );
