import type { UserDetail } from '@cotejo/access-contracts';
import { DiscardDialog, LeaveGuard } from '@cotejo/ui';
import { ListPage, rowsOfQuery } from '@cotejo/ui/list';
import { Button } from '@mantine/core';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { useCan } from '../session/use-can.ts';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { isEdited, type PersonEdits } from './person-form.ts';
import { usePeople } from './use-people.ts';
import { useNameOf, useUserColumns } from './use-user-columns.tsx';
import { UserPanel } from './user-panel.tsx';

const idOf = ({ id }: UserDetail): string => id;

/** `/configuraciones/usuarios/`: users of the account and their access. */
export function UsersPage() {
  const { t } = useTranslation('access-web');
  const can = useCan();
  const rows = rowsOfQuery(usePeople());
  const [open, setOpen] = useState<string | null>(null);
  const [edited, setEdited] = useState<PersonEdits>({});
  // User to open (null = none) after the question about unsaved edits.
  const [wanted, setWanted] = useState<{ readonly id: string | null } | null>(null);
  const [isCreating, setCreating] = useState(false);
  const columns = useUserColumns(rows.rows, open);
  const titleOf = useNameOf();

  const chosen = rows.rows.find(({ id }) => id === open);
  const isUnsaved = chosen !== undefined && isEdited(chosen, edited);
  const show = (id: string | null) => {
    setOpen(id);
    setEdited({});
    setWanted(null);
  };
  const goTo = (id: string | null) => {
    if (isUnsaved && id !== open) setWanted({ id });
    else if (id !== open) show(id);
  };
  const title = t('users.title');
  return (
    <div className={`${layout.page} ${layout.whole}`}>
      <ListPage<UserDetail>
        name="users"
        title={title}
        breadcrumb={[{ label: t('settings'), to: '/configuraciones/' }, { label: title }]}
        columns={columns}
        rows={rows}
        idOf={idOf}
        titleOf={titleOf}
        open={({ id }) => goTo(id)}
        current={open}
        chart={{}}
        empty={{ icon: Users, title: t('users.empty') }}
        {...(can('users.add') && {
          actions: (
            <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              {t('users.create')}
            </Button>
          ),
        })}
      />
      {chosen !== undefined && (
        <UserPanel
          key={chosen.id}
          person={chosen}
          edited={edited}
          onEdited={setEdited}
          onClose={() => goTo(null)}
        />
      )}
      <LeaveGuard unsaved={isUnsaved} />
      <DiscardDialog
        opened={wanted !== null}
        onDiscard={() => show(wanted?.id ?? null)}
        onStay={() => setWanted(null)}
      />
      {isCreating && (
        <CreateUserDialog
          people={rows.rows}
          onClose={() => setCreating(false)}
          onCreated={({ id }) => {
            setCreating(false);
            show(id);
          }}
        />
      )}
    </div>
  );
}
