import type { ItemId } from '@cotejo/audits-contracts';
import type { TreeNode } from '@cotejo/audits-domain';
import { useCallback } from 'react';
import { useOfAudit } from '../host/worksheet-host.ts';

/** The control or risk that a point refers to; undefined for none, or once it left the plan. */
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
