import type { UserId } from '@cotejo/access-contracts';
import { PersonAvatar, type AvatarPerson } from '@cotejo/ui';
import { Menu } from '@mantine/core';
import { UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TreeRow } from '../../session/rows/tree-rows.ts';
import { usePlan } from '../plan-context.ts';
import type { RowMenuProps } from './status-menu.tsx';

/** Menu of possible assignees: the team, or the action-plan owners for an action plan. */
export function AssignMenu({ row, opened, onClose, children }: RowMenuProps) {
  if (!opened) return children;
  return (
    <Menu opened onClose={onClose} position="bottom-end" withinPortal>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        <AssignChoices row={row} />
      </Menu.Dropdown>
    </Menu>
  );
}

function AssignChoices({ row }: { readonly row: TreeRow }) {
  const { t } = useTranslation('audits-web');
  const { team, owners, act } = usePlan();
  const { node } = row;
  const people: readonly AvatarPerson[] =
    node.type === 'action_plan'
      ? owners.map(({ id, first_name, last_name, sigla }) => ({
          id,
          name: `${first_name} ${last_name}`,
          initials: sigla,
        }))
      : team;
  const assign = (assignee: string | null) =>
    act({ kind: 'assign_item', id: row.id, assignee: assignee as UserId | null });
  return (
    <>
      <Menu.Label>{t('plan.assign_to')}</Menu.Label>
      {people.map((person) => (
        <Menu.Item
          key={person.id}
          leftSection={<PersonAvatar person={person} size={22} decorative />}
          aria-current={person.id === node.assignee || undefined}
          onClick={() => assign(person.id)}
        >
          {person.name}
        </Menu.Item>
      ))}
      {node.assignee !== null && (
        <>
          <Menu.Divider />
          <Menu.Item leftSection={<UserX size={16} aria-hidden />} onClick={() => assign(null)}>
            {t('plan.unassign')}
          </Menu.Item>
        </>
      )}
    </>
  );
}
