import { isGroup, type ItemId } from '@cotejo/audits-contracts';
import { PersonAvatar, personColour, ProgressBar, StatusDot, type TreeRow as ViewRow } from '@cotejo/ui';
import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { ChevronDown, ChevronRight, CloudUpload, MoreHorizontal, UserPlus } from 'lucide-react';
import { memo, type CSSProperties, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../audit-status.ts';
import { usePeersOn, useProgress, useTouch } from '../session/audit-session-provider.tsx';
import { onlineAtom, rightsAtom } from '../session/session-atoms.ts';
import type { TreeRow } from '../session/tree-rows.ts';
import { ActionsMenu } from './actions-menu.tsx';
import { AssignMenu } from './assign-menu.tsx';
import { NameInput } from './name-input.tsx';
import { usePlan } from './plan-context.ts';
import styles from './plan.module.css';
import { StatusMenu } from './status-menu.tsx';

/** Buttons and their menus do their own thing: the row neither opens nor toggles. */
const keepToItself = (event: MouseEvent) => event.stopPropagation();

interface PlanRowProps {
  readonly row: ViewRow<TreeRow>;
}

/**
 * One item: caret, code and name with whoever is on it, then the columns. Renders again only when something of
 * that item changed: a change in the audit must not cost a screen full of rows.
 */
export const PlanRow = memo(
  PlanRowContent,
  ({ row: old }, { row }) => old.item === row.item && old.level === row.level && old.isOpen === row.isOpen,
);

function PlanRowContent({ row }: PlanRowProps) {
  const { node } = row.item;
  const { renaming, setRenaming, act, focusTree } = usePlan();
  const touch = useTouch(row.item.id);
  const isRenaming = renaming === row.item.id;

  return (
    <div
      className={styles.row}
      data-group={isGroup(node.type) || undefined}
      data-touched={touch ? touch.version : undefined}
      data-type={node.type}
    >
      <div className={styles.nameCell}>
        <Caret row={row} />
        {isRenaming ? (
          <NameInput
            initial={node.name}
            onCommit={(name) => {
              if (name === node.name || act({ kind: 'rename_item', id: row.item.id, name }))
                setRenaming(null);
              focusTree();
            }}
            onCancel={() => {
              setRenaming(null);
              focusTree();
            }}
          />
        ) : (
          <>
            {node.code !== null && <span className={`code ${styles.code}`}>{node.code}</span>}
            <span className={styles.name} title={node.name}>
              {node.name}
            </span>
            <Life id={row.item.id} isPending={row.item.pending} />
          </>
        )}
      </div>
      <Columns row={row.item} />
    </div>
  );
}

function Caret({ row }: { readonly row: ViewRow<TreeRow> }) {
  const hasChildren = (row.item.children?.length ?? 0) > 0;
  const Icon = row.isOpen ? ChevronDown : ChevronRight;
  return (
    <span
      className={styles.caret}
      data-empty={!hasChildren || undefined}
      onClick={(event) => {
        event.stopPropagation();
        row.toggle();
      }}
      aria-hidden
    >
      {hasChildren && <Icon size={14} />}
    </span>
  );
}

/** Who is on the row, who just changed it, whether it is still on its way. */
function Life({ id, isPending }: { readonly id: ItemId; readonly isPending: boolean }) {
  const { t } = useTranslation('audits-web');
  const { person } = usePlan();
  const peers = usePeersOn(id);
  const touch = useTouch(id);
  const isOnline = useAtomValue(onlineAtom);
  const toucher = touch && peers.every((peer) => peer.user.id !== touch.by) ? person(touch.by) : null;
  return (
    <span className={styles.life}>
      {isPending && !isOnline && (
        <Tooltip label={t('plan.unsent')}>
          <CloudUpload size={13} className={styles.unsent} aria-label={t('plan.unsent')} />
        </Tooltip>
      )}
      {peers.map((peer) => (
        <span
          key={peer.client}
          className={styles.here}
          style={{ '--person': personColour(peer.user.id) } as CSSProperties}
        >
          {peer.user.name.split(' ')[0]}
        </span>
      ))}
      {toucher && (
        <span
          className={styles.here}
          style={{ '--person': personColour(toucher.id) } as CSSProperties}
          data-touch
        >
          {t('plan.touched_by', { name: toucher.name.split(' ')[0] })}
        </span>
      )}
    </span>
  );
}

function Columns({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, person, menu, setMenu } = usePlan();
  const progress = useProgress(row.id);
  useAtomValue(rightsAtom);
  const { node } = row;
  const assignee = person(node.assignee);
  const opened = menu?.id === row.id ? menu.what : null;
  const toggle = (what: 'status' | 'assign' | 'actions') => () =>
    setMenu(opened === what ? null : { id: row.id, what });
  const canAssign = session.can('plan.assign_user', { createdBy: node.createdBy, assignee: node.assignee });
  const hasStatus = node.status !== null;

  return (
    <div className={styles.columns} role="presentation" onClick={keepToItself}>
      <div className={styles.statusCell}>
        {node.status !== null && (
          <StatusMenu row={row} opened={opened === 'status'} onClose={() => setMenu(null)}>
            <UnstyledButton
              className={styles.cellButton}
              tabIndex={-1}
              onClick={toggle('status')}
              aria-label={t('plan.status_of', {
                name: node.name,
                status: t(`audits-contracts:status.${node.status}`),
              })}
            >
              <StatusDot
                tone={ITEM_STATUS_TONE[node.status]}
                label={t(`audits-contracts:status.${node.status}`)}
              />
            </UnstyledButton>
          </StatusMenu>
        )}
      </div>
      <div className={styles.progressCell}>
        <ProgressBar percent={progress} label={t('plan.progress_of', { name: node.name })} />
      </div>
      <div className={styles.assignCell}>
        {(hasStatus || assignee) && (
          <AssignMenu row={row} opened={opened === 'assign'} onClose={() => setMenu(null)}>
            <UnstyledButton
              className={styles.cellButton}
              tabIndex={-1}
              disabled={!canAssign}
              onClick={toggle('assign')}
              aria-label={
                assignee
                  ? t('plan.assigned_to', { name: node.name, person: assignee.name })
                  : t('plan.assign', { name: node.name })
              }
            >
              {assignee ? (
                <PersonAvatar person={assignee} size={22} />
              ) : (
                canAssign && <UserPlus size={15} className={styles.ghost} aria-hidden />
              )}
            </UnstyledButton>
          </AssignMenu>
        )}
      </div>
      <div className={styles.actionsCell}>
        <ActionsMenu row={row} opened={opened === 'actions'} onClose={() => setMenu(null)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            tabIndex={-1}
            className={styles.ghost}
            onClick={toggle('actions')}
            aria-label={t('plan.actions_of', { name: node.name })}
          >
            <MoreHorizontal size={15} aria-hidden />
          </ActionIcon>
        </ActionsMenu>
      </div>
    </div>
  );
}
