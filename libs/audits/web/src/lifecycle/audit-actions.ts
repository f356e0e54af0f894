import {
  auditCalls,
  CONTRACT_AUDIT_ACTION,
  teamCalls,
  type AuditAction,
  type AuditId,
  type AuditActionBody,
} from '@cotejo/audits-contracts';
import { perform } from '@cotejo/http/client';
import { notify, useWorkspace } from '@cotejo/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { undeclaredOf } from '../team/undeclared-of.ts';

/** Actions that need a dialog, for a reason, a year, or a look at the open work. */
const DIALOG_ACTIONS = ['complete', 'close', 'cancel', 'reopen', 'postpone'] as const;
export type DialogAction = (typeof DIALOG_ACTIONS)[number];

export const isOfDialog = (action: AuditAction): action is DialogAction =>
  (DIALOG_ACTIONS as readonly AuditAction[]).includes(action);

/**
 * Performs an action on an audit; room and list show the new status, and the detail is refetched. A start warns of
 * members who have not declared their independence.
 */
export function useAuditAction() {
  const { t } = useTranslation('audits-web');
  const { api } = useWorkspace();
  const queries = useQueryClient();
  return useCallback(
    async (id: AuditId, action: AuditAction, given: Omit<AuditActionBody, 'accion'> = {}): Promise<void> => {
      const body = { accion: CONTRACT_AUDIT_ACTION[action], ...given };
      await perform(api, auditCalls.changeStatus, { params: { id }, body });
      void queries.invalidateQueries({ queryKey: ['audit', id] });
      if (action !== 'start') return;
      const params = { model: 'auditoria', id } as const;
      // The audit has started: a team that cannot be read takes nothing from that.
      const team = await perform(api, teamCalls.list, { params }).catch(() => []);
      const names = undeclaredOf(team).map(({ usuario }) => usuario.name);
      if (names.length > 0)
        notify.warning(t('lifecycle.undeclared', { count: names.length, names: names.join(', ') }));
    },
    [api, queries, t],
  );
}
