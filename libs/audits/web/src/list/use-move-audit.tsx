import {
  AUDIT_ACTION_KEYS,
  auditCalls,
  auditStatusOf,
  type AuditRow,
  type AuditStatus,
} from '@cotejo/audits-contracts';
import { actionBetween } from '@cotejo/audits-domain';
import { perform } from '@cotejo/http/client';
import { createChunk, latePart, notify, useErrorText, useWorkspace } from '@cotejo/ui';
import type { MoveRow } from '@cotejo/ui/list';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isOfDialog, useAuditAction, type DialogAction } from '../lifecycle/audit-actions.ts';
import { planPath } from './plan-path.ts';

const AuditActionDialog = latePart(
  createChunk(() => import('../lifecycle/audit-action-dialog.tsx')),
  (part) => part.AuditActionDialog,
);

/** Ends a drag whose outcome the user already sees. */
class NotMoved extends Error {}

interface Asked {
  readonly audit: AuditRow;
  readonly action: DialogAction;
}

export interface AuditMoves {
  /** To another status, by the action that leads there; null for who may move no audit at all. */
  readonly moveStatus: MoveRow<AuditRow> | null;
  readonly moveDays: MoveRow<AuditRow> | null;
  readonly dialogs: ReactNode;
}

/** Changes of an audit by dragging: what an action needs is asked for, and a refusal is told. */
export function useMoveAudit(rows: readonly AuditRow[]): AuditMoves {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { api, can } = useWorkspace();
  const act = useAuditAction();
  const words = useErrorText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const told = useCallback(
    async (change: Promise<unknown>) => {
      try {
        await change;
      } catch (error) {
        notify.error(words(error));
        throw error;
      }
    },
    [words],
  );
  const moveStatus = useCallback<MoveRow<AuditRow>>(
    async (audit, _column, value) => {
      const from = auditStatusOf(audit.status);
      const to = value as AuditStatus;
      const action = actionBetween(from, to);
      if (action === null) {
        const [fromWords, toWords] = [from, to].map((status) => t(`audits-contracts:auditStatus.${status}`));
        notify.error(t('list.no_way', { from: fromWords, to: toWords }));
        throw new NotMoved(to);
      }
      if (!isOfDialog(action)) return told(act(audit.id, action));
      setAsked({ audit, action });
      // The card returns to its place until the form is sent.
      throw new NotMoved(action);
    },
    [act, told, t],
  );
  const moveDays = useCallback<MoveRow<AuditRow>>(
    ({ id }, column, value) => {
      const day = value === null ? null : String(value);
      const body = column === 'start' ? { fecha_inicio: day } : { fecha_fin: day };
      return told(perform(api, auditCalls.change, { params: { id }, body }));
    },
    [api, told],
  );
  // Who is in a team may have been lent the right there.
  const isInTeam = rows.some(({ in_team }) => in_team);
  const mayMove = isInTeam || Object.values(AUDIT_ACTION_KEYS).some((key) => can(key));
  return {
    moveStatus: mayMove ? moveStatus : null,
    moveDays: isInTeam || can('plan.audit__edit') ? moveDays : null,
    dialogs: asked && (
      <AuditActionDialog
        {...asked}
        check={<Link to={planPath(asked.audit.id)}>{t('list.see_plan')}</Link>}
        onClose={() => setAsked(null)}
      />
    ),
  };
}
