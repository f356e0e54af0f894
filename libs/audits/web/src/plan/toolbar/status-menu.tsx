import { statusWord } from '@cotejo/audits-contracts';
import { allowedStatuses } from '@cotejo/audits-domain';
import { StatusDot } from '@cotejo/ui';
import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ITEM_STATUS_TONE } from '../../audit-status.ts';
import type { TreeRow } from '../../session/rows/tree-rows.ts';
import { usePlan } from '../plan-context.ts';

export interface RowMenuProps {
  readonly row: TreeRow;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Element that the menu is anchored to. */
  readonly children: ReactNode;
}

/** Menu of statuses that this user may set next; a note when there is none. */
export function StatusMenu({ row, opened, onClose, children }: RowMenuProps) {
  if (!opened) return children;
  return (
    <Menu opened onClose={onClose} position="bottom-start" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <StatusMenuDropdown row={row} />
    </Menu>
  );
}

function StatusMenuDropdown({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation(['audits-web', 'audits-contracts']);
  const { session, act } = usePlan();
  const { node } = row;
  const next = session.mode === 'read' ? [] : allowedStatuses(node, { actor: session.me, can: session.can });
  return (
    <Menu.Dropdown>
      <Menu.Label>{t('plan.change_status')}</Menu.Label>
      {next.map((to) => (
        <Menu.Item
          key={to}
          onClick={() => node.status && act({ kind: 'change_status', id: row.id, from: node.status, to })}
        >
          <StatusDot
            tone={ITEM_STATUS_TONE[to]}
            label={t(`audits-contracts:status.${statusWord(to, node.type)}`)}
          />
        </Menu.Item>
      ))}
      {next.length === 0 && <Menu.Item disabled>{t('plan.no_next_status')}</Menu.Item>}
    </Menu.Dropdown>
  );
}
