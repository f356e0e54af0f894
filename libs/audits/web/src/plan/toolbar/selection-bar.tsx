import { isAudit } from '@cotejo/audits-contracts';
import { refusalOfMassAssign } from '@cotejo/audits-domain';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { useAtomValue } from 'jotai';
import {
  CalendarRange,
  CircleDot,
  Copy,
  CopyPlus,
  FolderInput,
  PenLine,
  Trash2,
  UserPlus,
  X,
  type LucideIcon,
} from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { mayMark } from '../../actions/many-signatures.ts';
import { rightsAtom, stretchesAtom } from '../../session/session-atoms.ts';
import { selectedAtom } from '../plan-atoms.ts';
import { usePlan } from '../plan-context.ts';
import { useRejectionText } from '../tray/rejection-text.ts';
import styles from './plan-tools.module.css';

/** Bar at the bottom of the tree with commands for the selection, shown while several rows are selected. */
export function SelectionBar() {
  const { t } = useTranslation('audits-web');
  const { actions, selection, session, focusTree } = usePlan();
  const { size } = useAtomValue(selectedAtom);
  useAtomValue(rightsAtom);
  const stretches = useAtomValue(stretchesAtom);
  const words = useRejectionText();
  if (size < 2) return null;
  const { mode, can } = session;
  const isWork = isAudit(session.view.recordType);
  const mayEdit = mode === 'edit' && can('plan.treeitem__edit');
  const massAssign = refusalOfMassAssign(size, can);
  const run = (action: (ids: ReturnType<typeof selection.ids>) => void) => () => action(selection.ids());
  return (
    <div className={styles.selection} role="toolbar" aria-label={t('selection.title')}>
      <span className={styles.selected} role="status">
        {t('selection.count', { count: size })}
      </span>
      {mode === 'edit' && (
        <>
          {isWork && can('plan.assign_user') && (
            <Action
              label={t('selection.assign')}
              icon={UserPlus}
              onClick={run(actions.askAssign)}
              {...(massAssign && { reason: words(massAssign) })}
            />
          )}
          {isWork && mayEdit && (
            <Action label={t('selection.status')} icon={CircleDot} onClick={run(actions.askStatus)} />
          )}
          {isWork && mayEdit && stretches.some(({ isRemoved }) => !isRemoved) && (
            <Action
              label={t('selection.stretches')}
              icon={CalendarRange}
              onClick={run(actions.askStretches)}
            />
          )}
          {isWork && mayMark(session.view, selection.all(), can) && (
            <Action label={t('selection.sign')} icon={PenLine} onClick={run(actions.askSign)} />
          )}
          {can('plan.treeitem__move') && (
            <Action label={t('selection.move')} icon={FolderInput} onClick={run(actions.askMove)} />
          )}
          {can('plan.treeitem__add') && (
            <Action label={t('selection.duplicate')} icon={CopyPlus} onClick={run(actions.duplicate)} />
          )}
        </>
      )}
      <Action label={t('selection.copy')} icon={Copy} onClick={run(actions.askCopy)} />
      {mode === 'edit' && can('plan.treeitem__delete') && (
        <Action label={t('selection.delete')} icon={Trash2} onClick={run(actions.askDelete)} isDanger />
      )}
      <Action
        label={t('selection.clear')}
        icon={X}
        onClick={() => {
          selection.clear();
          focusTree();
        }}
      />
    </div>
  );
}

interface ActionProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
  readonly isDanger?: boolean;
  /** Why the user may not do it; absent = allowed. */
  readonly reason?: string;
}

/** Button with its label where all labels fit. */
function Action({ label, icon: Icon, onClick, isDanger = false, reason }: ActionProps) {
  const reasonId = useId();
  return (
    <Tooltip label={reason === undefined ? label : `${label}: ${reason}`}>
      <UnstyledButton
        className={styles.selectionAction}
        data-danger={isDanger || undefined}
        aria-label={label}
        // `disabled` would hide the reason.
        aria-disabled={reason !== undefined || undefined}
        aria-describedby={reason === undefined ? undefined : reasonId}
        onClick={() => {
          if (reason === undefined) onClick();
        }}
      >
        <Icon size={16} aria-hidden />
        <span className={styles.selectionWord}>{label}</span>
        {reason !== undefined && (
          <span id={reasonId} hidden>
            {reason}
          </span>
        )}
      </UnstyledButton>
    </Tooltip>
  );
}
