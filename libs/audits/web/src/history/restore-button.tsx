import { itemType, type ChangeRow, type ItemId, type Rejection } from '@cotejo/audits-contracts';
import { notify } from '@cotejo/ui';
import { Tooltip } from '@mantine/core';
import { atom, useAtomValue } from 'jotai';
import { Undo2 } from 'lucide-react';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlan } from '../plan/plan-context.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { rightsAtom, treeAtom } from '../session/session-atoms.ts';
import { endWithStep } from '../undo/end-with-step.ts';
import styles from './change-log-panel.module.css';
import { restoringOf } from './restoring-intents.ts';
import { useValueWords } from './use-value-words.ts';

const RESTORED_TOAST = 'restored value';

/** Button that reverts a change by a new change; disabled with the reason where the rules refuse that. */
export function RestoreButton({ row, words }: { readonly row: ChangeRow; readonly words: string }) {
  const { t } = useTranslation('audits-web');
  const { session, tell } = usePlan();
  const rejection = useRejectionText();
  const { label: labelOf } = useValueWords();
  // Rejections name a value by its key; replaced by its label.
  const named = ({ code, params }: Rejection, { item }: ChangeRow): Pick<Rejection, 'code' | 'params'> => {
    const type = itemType.safeParse(item?.type).data;
    const field = params?.['field'];
    return type && typeof field === 'string'
      ? { code, params: { ...params, field: labelOf(type, field) } }
      : { code, ...(params && { params }) };
  };
  const reasonId = useId();
  // Re-renders when the item or the user's rights change, since both affect the decision.
  const id = row.item?.id as ItemId | undefined;
  useAtomValue(useMemo(() => atom((get) => id && get(treeAtom).rowOf(id)), [id]));
  useAtomValue(rightsAtom);
  const restoring = restoringOf(session.view, row);
  if (!restoring) return null;
  const refusal = restoring.isSo ? null : session.judge(restoring.intent);
  const reason = restoring.isSo ? t('history.is_so') : refusal && rejection(named(refusal, row));
  const hint = t(restoring.voids ? 'history.restore_voids' : 'history.restore_hint');
  const label = t(row.type === 'TreeItemDeleted' ? 'history.restore_item' : 'history.restore_before');
  return (
    <Tooltip label={reason ?? hint} multiline maw={320}>
      <button
        type="button"
        className={styles.restore}
        aria-disabled={reason !== null || undefined}
        aria-label={`${label}: ${words}`}
        aria-describedby={reason === null ? undefined : reasonId}
        onClick={() => {
          if (reason !== null || !tell(session.act(restoring.intent))) return;
          const step = session.lastStep;
          endWithStep(session, step, RESTORED_TOAST);
          notify.success(t('history.restored'), {
            id: RESTORED_TOAST,
            ...(step !== null && { action: { label: t('plan.undo'), run: () => void session.undo(step) } }),
          });
        }}
      >
        <Undo2 size={12} aria-hidden />
        {label}
        {reason !== null && (
          <span id={reasonId} hidden>
            {reason}
          </span>
        )}
      </button>
    </Tooltip>
  );
}
