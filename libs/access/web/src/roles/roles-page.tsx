import { roleOfKey, type PermissionMatrix, type RoleRow } from '@cotejo/access-contracts';
import { ErrorState, LeaveGuard, PageHeader, PageSkeleton, useErrorText, useIsPhone } from '@cotejo/ui';
import { FindBar, NoneFound, useFoundRows, type ListColumn } from '@cotejo/ui/list';
import { Button, Select } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import layout from '../layout/layout.module.css';
import { useCan } from '../session/use-can.ts';
import { useRoles } from '../users/use-people.ts';
import { CreateRoleDialog } from './create-role-dialog.tsx';
import { carriedOver, isSame, type MatrixDraft } from './edit-matrix.ts';
import { RoleEditor } from './role-editor.tsx';
import styles from './roles.module.css';
import { useRoleName } from './use-role-name.ts';

const NO_ROLES: readonly RoleRow[] = [];

function useRoleColumns(): readonly ListColumn<RoleRow>[] {
  const { t } = useTranslation('access-web');
  const nameOf = useRoleName();
  return useMemo<readonly ListColumn<RoleRow>[]>(
    () => [
      { id: 'nombre', label: t('roles.role'), kind: 'text', value: nameOf },
      {
        ...{ id: 'clase', label: t('roles.kind'), kind: 'choice' },
        value: ({ propio, grupo }) => (propio ? 'own' : grupo),
        options: [
          ...(['managerial', 'operative', 'guest'] as const).map((value) => ({
            value,
            label: t(`roles.group.${value}`),
          })),
          { value: 'own', label: t('roles.own_kind') },
        ],
      },
      { id: 'personas', label: t('roles.users'), kind: 'number', value: ({ usuarios }) => usuarios },
    ],
    [nameOf, t],
  );
}

/** `/configuraciones/roles/`: permissions of built-in and custom roles. */
export function RolesPage() {
  const { t } = useTranslation('access-web');
  const words = useErrorText();
  const can = useCan();
  const phone = useIsPhone();
  const nameOf = useRoleName();
  const roles = useRoles();
  const [chosen, setChosen] = useState<string | null>(null);
  const [creating, setCreating] = useState<{ readonly copyOf: RoleRow | null } | null>(null);
  // Unsaved drafts by role, kept while another role is open.
  const [drafts, setDrafts] = useState<Readonly<Record<string, MatrixDraft>>>({});
  const [find, setFind] = useState('');
  const title = t('roles.title');
  const rows = roles.data ?? NO_ROLES;
  const found = useFoundRows({ rows, columns: useRoleColumns(), under: 'roles.' });
  const role = rows.find(({ id }) => id === chosen) ?? rows.find(({ key }) => key === 'PM') ?? rows[0];

  const draftOf = ({ id, permissions }: RoleRow): PermissionMatrix => {
    const draft = drafts[id];
    return draft === undefined ? permissions : carriedOver(draft, permissions);
  };
  const isDirty = (row: RoleRow): boolean => !isSame(draftOf(row), row.permissions);
  const keep = ({ id, permissions: on }: RoleRow, matrix: PermissionMatrix | null) => {
    const { [id]: _, ...others } = drafts;
    setDrafts(matrix === null ? others : { ...others, [id]: { on, matrix } });
  };

  return (
    <div className={layout.page}>
      <PageHeader
        title={title}
        breadcrumb={[{ label: t('settings'), to: '/configuraciones/' }, { label: title }]}
        {...(can('user_roles.add')
          ? {
              actions: (
                <Button
                  leftSection={<Plus size={16} aria-hidden />}
                  onClick={() => setCreating({ copyOf: null })}
                >
                  {t('roles.create')}
                </Button>
              ),
            }
          : {})}
      />
      {roles.isError && <ErrorState text={words(roles.error)} onRetry={() => void roles.refetch()} />}
      {roles.isPending && <PageSkeleton />}
      {role !== undefined && (
        <div className={styles.columns}>
          {phone ? (
            <Select
              className={styles.choice ?? ''}
              label={t('roles.role')}
              data={rows.map((row) => ({ value: row.id, label: nameOf(row) }))}
              value={role.id}
              onChange={(id) => id !== null && setChosen(id)}
              allowDeselect={false}
              searchable
            />
          ) : (
            <nav className={styles.list} aria-label={t('roles.list')}>
              <FindBar found={found} search={t('roles.search')} isInside />
              {found.rows.length === 0 && <NoneFound clear={found.clear} />}
              {found.rows.map((row) => (
                <button
                  key={row.id}
                  type="button"
                  className={styles.role}
                  {...(row.id === role.id ? { 'aria-current': 'true' as const } : {})}
                  onClick={() => setChosen(row.id)}
                >
                  <span className={styles.roleName}>
                    {nameOf(row)}
                    {isDirty(row) && (
                      <span className={styles.dirty}>
                        <span className="visually-hidden">{t('roles.unsaved')}</span>
                      </span>
                    )}
                  </span>
                  <span className={styles.roleFacts}>
                    {row.propio
                      ? t('roles.own', { type: t(`role.${roleOfKey(row.key)}`) })
                      : t(`roles.group.${row.grupo}`)}
                    {' · '}
                    {t('roles.people', { count: row.usuarios })}
                  </span>
                </button>
              ))}
            </nav>
          )}
          <RoleEditor
            key={role.id}
            role={role}
            roles={rows}
            draft={draftOf(role)}
            onDraft={(draft) => keep(role, draft)}
            onDuplicate={() => setCreating({ copyOf: role })}
            find={find}
            onFind={setFind}
          />
        </div>
      )}
      <LeaveGuard unsaved={rows.some(isDirty)} />
      {creating !== null && (
        <CreateRoleDialog
          roles={rows}
          copyOf={creating.copyOf}
          onClose={() => setCreating(null)}
          onCreated={({ id }) => {
            setCreating(null);
            setChosen(id);
          }}
        />
      )}
    </div>
  );
}
