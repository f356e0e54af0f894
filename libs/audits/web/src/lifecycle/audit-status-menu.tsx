import {
  auditAction,
  type AuditAction,
  type AuditDetail,
  type AuditStatus,
  type Rejection,
} from '@cotejo/audits-contracts';
import { DialogFrame, notify, StatusDot, useErrorText } from '@cotejo/ui';
import { Menu, UnstyledButton } from '@mantine/core';
import { atom, useAtomValue } from 'jotai';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AUDIT_STATUS_TONE } from '../audit-status.ts';
import { AuditActionDialog, DeleteAuditDialog } from '../plan/late-parts.ts';
import { useRejectionText } from '../plan/tray/rejection-text.ts';
import { useAuditSession } from '../session/audit-session-provider.tsx';
import { rightsAtom, treeAtom } from '../session/session-atoms.ts';
import { isOfDialog, useAuditAction, type DialogAction } from './audit-actions.ts';
import styles from './lifecycle.module.css';
import { PreCloseList } from './pre-close-list.tsx';
import { usePreCloseCheck } from './use-pre-close-check.ts';

/** Refusals that say that an action is of another status: it is not offered then. */
const OF_ANOTHER_STATUS: ReadonlySet<string> = new Set([
  'audit_status_not_allowed',
  'audit_closed',
  'audit_cancelled',
  'room_unavailable',
  'audit_deleted',
]);

// Of the tree only what the rules of these actions ask: the header is not drawn again with every change.
const hasProgressAtom = atom((get) => (get(treeAtom).progress ?? 0) > 0);

interface AuditStatusMenuProps {
  readonly audit: AuditDetail;
  readonly status: AuditStatus;
}

/** The status of an audit, and what may be done about it. */
export function AuditStatusMenu({ audit, status }: AuditStatusMenuProps) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const session = useAuditSession();
  const act = useAuditAction();
  const words = useErrorText();
  const [shown, setShown] = useState<DialogAction | 'check' | 'delete' | null>(null);
  const close = () => setShown(null);
  useAtomValue(rightsAtom);
  const offered = useOfferedActions();
  const label = t(`audits-contracts:auditStatus.${status}`);
  const dot = <StatusDot tone={AUDIT_STATUS_TONE[status]} label={label} strong />;
  const isDeletable = session.judge({ kind: 'delete_audit' }) === null;
  if (!isDeletable && !offered.some(({ rejection }) => rejection === null)) return dot;
  const isOpen = session.mode === 'edit';
  const choose = (action: AuditAction) => {
    if (isOfDialog(action)) setShown(action);
    else act(audit.id, action).catch((error: unknown) => notify.error(words(error)));
  };
  return (
    <>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <UnstyledButton className={styles.target} aria-label={t('lifecycle.status', { status: label })}>
            {dot}
            <ChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('lifecycle.actions')}</Menu.Label>
          {offered.map(({ action, rejection }) => (
            <ActionItem key={action} action={action} rejection={rejection} onChoose={choose} />
          ))}
          {isOpen && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setShown('check')}>{t('lifecycle.check')}…</Menu.Item>
            </>
          )}
          {isDeletable && (
            <>
              <Menu.Divider />
              <Menu.Item color="red" onClick={() => setShown('delete')}>
                {t('audit_trash.delete')}…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {shown === 'delete' && <DeleteAuditDialog audit={audit} onClose={close} />}
      {shown !== null && shown !== 'check' && shown !== 'delete' && (
        <ActionDialog audit={audit} action={shown} onClose={close} />
      )}
      <DialogFrame opened={shown === 'check'} onClose={close} title={t('lifecycle.check')}>
        <PreCloseList audit={audit} onLeave={close} />
      </DialogFrame>
    </>
  );
}

interface ActionDialogProps extends Pick<Parameters<typeof PreCloseList>[0], 'audit'> {
  readonly action: DialogAction;
  readonly onClose: () => void;
}

function ActionDialog({ audit, action, onClose }: ActionDialogProps) {
  const { blocks } = usePreCloseCheck(audit.id);
  return (
    <AuditActionDialog
      audit={audit}
      action={action}
      check={<PreCloseList audit={audit} onLeave={onClose} />}
      isBlocked={blocks.length > 0}
      onClose={onClose}
    />
  );
}

interface Offered {
  readonly action: AuditAction;
  /** Why it can't be chosen now; null when it can. */
  readonly rejection: Rejection | null;
}

/** Actions of the present status, by the same rules as the server's. */
function useOfferedActions(): readonly Offered[] {
  const session = useAuditSession();
  useAtomValue(hasProgressAtom);
  return auditAction.options
    .map((action) => ({ action, rejection: session.judge({ kind: 'change_audit_status', action }) }))
    .filter(({ rejection }) => rejection === null || !OF_ANOTHER_STATUS.has(rejection.code));
}

interface ActionItemProps extends Offered {
  readonly onChoose: (action: AuditAction) => void;
}

function ActionItem({ action, rejection, onChoose }: ActionItemProps) {
  const { t } = useTranslation('audits-web');
  const why = useRejectionText();
  return (
    <Menu.Item disabled={rejection !== null} onClick={() => onChoose(action)}>
      {t(`lifecycle.action.${action}`)}
      {isOfDialog(action) && '…'}
      {rejection !== null && <span className={styles.why}>{why(rejection)}</span>}
    </Menu.Item>
  );
}
