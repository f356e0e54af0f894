import {
  auditCalls,
  CONTRACT_AUDIT_ACTION,
  type AuditAction,
  type AuditId,
  type AuditActionBody,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { useWorkspace } from '@cotejo/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Actions that need a dialog, for a reason, a year, or a look at the open work. */
const DIALOG_ACTIONS = ['complete', 'close', 'cancel', 'reopen', 'postpone'] as const;
export type DialogAction = (typeof DIALOG_ACTIONS)[number];

export const isOfDialog = (action: AuditAction): action is DialogAction =>
  (DIALOG_ACTIONS as readonly AuditAction[]).includes(action);

/** Performs an action on an audit; room and list show the new status, and the detail is refetched. */
export function useAuditAction() {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  return useCallback(
    async (id: AuditId, action: AuditAction, given: Omit<AuditActionBody, 'accion'> = {}): Promise<void> => {
      const body = { accion: CONTRACT_AUDIT_ACTION[action], ...given };
      await perform(api, auditCalls.changeStatus, { params: { id }, body });
      void queries.invalidateQueries({ queryKey: ['audit', id] });
    },
    [api, queries],
  );
}
