import { userType, type UserDetail } from '@cotejo/access-contracts';
import {
  DiscardDialog,
  EmptyState,
  ErrorState,
  LeaveGuard,
  PageHeader,
  TableSkeleton,
  Toolbar,
  useErrorText,
} from '@cotejo/ui';
import { Button, Select, TextInput } from '@mantine/core';
import { Plus, Search, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fold } from '../layout/fold.ts';
import layout from '../layout/layout.module.css';
import { useCan } from '../session/use-can.ts';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { isEdited, type PersonEdits } from './person-form.ts';
import { personState, type PersonState } from './person-state.ts';
import { roleChoices } from './role-choice.ts';
import { useNow } from './use-now.ts';
import { usePeople, useRoles } from './use-people.ts';
import { UserPanel } from './user-panel.tsx';
import { UserTable } from './user-table.tsx';

const STATES: readonly PersonState[] = ['active', 'locked', 'throttled', 'outside', 'forgotten'];

interface Filter {
  readonly text: string;
  readonly role: string | null;
  readonly type: string | null;
  readonly state: string | null;
}
const NO_FILTER: Filter = { text: '', role: null, type: null, state: null };

const matches = (row: UserDetail, { text, role, type, state }: Filter, now: number): boolean =>
  (text === '' ||
    fold(`${row.first_name} ${row.last_name} ${row.username} ${row.email}`).includes(fold(text))) &&
  (role === null || row.role_id === role) &&
  (type === null || row.user_type === type) &&
  (state === null || personState(row, now) === state);

/** `/configuraciones/usuarios/`: users of the account and their access. */
export function UsersPage() {
  const { t } = useTranslation('access-web');
  const can = useCan();
  const words = useErrorText();
  const people = usePeople();
  const roles = useRoles();
  const [filter, setFilter] = useState(NO_FILTER);
  const [open, setOpen] = useState<string | null>(null);
  const [edited, setEdited] = useState<PersonEdits>({});
  // User to open (null = none) after the question about unsaved edits.
  const [wanted, setWanted] = useState<{ readonly id: string | null } | null>(null);
  const [isCreating, setCreating] = useState(false);
  const narrow = (part: Partial<Filter>) => setFilter({ ...filter, ...part });

  const now = useNow();
  const all = people.data ?? [];
  const rows = all.filter((row) => matches(row, filter, now));
  const chosen = all.find(({ id }) => id === open);
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
  const create = can('users.add') && (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('users.create')}
    </Button>
  );
  const isFiltered = Object.values(filter).some((part) => part !== null && part !== '');

  return (
    <div className={layout.page}>
      <PageHeader
        title={title}
        breadcrumb={[{ label: t('settings'), to: '/configuraciones/' }, { label: title }]}
        {...(create ? { actions: create } : {})}
      />
      <Toolbar
        label={t('users.filters')}
        end={
          people.isSuccess && <span className={layout.count}>{t('users.count', { count: rows.length })}</span>
        }
      >
        <TextInput
          aria-label={t('users.search')}
          placeholder={t('users.search')}
          leftSection={<Search size={14} aria-hidden />}
          className={layout.search ?? ''}
          value={filter.text}
          onChange={(event) => narrow({ text: event.currentTarget.value })}
        />
        <Select
          aria-label={t('person.role')}
          placeholder={t('person.role')}
          data={roleChoices(roles.data ?? [], (role) => t(`role.${role}`)).map(({ value, label }) => ({
            value,
            label,
          }))}
          value={filter.role}
          onChange={(role) => narrow({ role })}
          clearable
          className={layout.filter ?? ''}
        />
        <Select
          aria-label={t('person.type')}
          placeholder={t('person.type')}
          data={userType.options.map((type) => ({ value: type, label: t(`type.${type}`) }))}
          value={filter.type}
          onChange={(type) => narrow({ type })}
          clearable
          className={layout.filter ?? ''}
        />
        <Select
          aria-label={t('person.state')}
          placeholder={t('person.state')}
          data={STATES.map((state) => ({ value: state, label: t(`state.${state}`) }))}
          value={filter.state}
          onChange={(state) => narrow({ state })}
          clearable
          className={layout.filter ?? ''}
        />
      </Toolbar>
      {people.isPending && <TableSkeleton />}
      {people.isError && <ErrorState text={words(people.error)} onRetry={() => void people.refetch()} />}
      {people.isSuccess && rows.length > 0 && <UserTable rows={rows} current={open} onOpen={goTo} />}
      {people.isSuccess && rows.length === 0 && (
        <EmptyState
          icon={Users}
          title={t(isFiltered ? 'users.no_match' : 'users.empty')}
          {...(isFiltered
            ? {
                action: (
                  <Button variant="default" onClick={() => setFilter(NO_FILTER)}>
                    {t('users.clear')}
                  </Button>
                ),
              }
            : {})}
        />
      )}
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
          people={all}
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
