import { accessCalls, roleOfKey, type PermissionMatrix, type RoleRow } from '@cotejo/access-contracts';
import { ApiError, perform } from '@cotejo/http/client';
import { notify } from '@cotejo/ui';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../forms/reason-dialog.tsx';
import { useCan } from '../session/use-can.ts';
import { useSession, useUser } from '../session/use-session.ts';
import { ROLES_KEY } from '../users/use-people.ts';
import { differences, isSame } from './edit-matrix.ts';
import { FindBox } from './find-box.tsx';
import { MatrixEditor } from './matrix-editor.tsx';
import { RenameRoleDialog } from './rename-role-dialog.tsx';
import { RoleDifferences } from './role-differences.tsx';
import styles from './roles.module.css';
import { useRoleName } from './use-role-name.ts';

export interface RoleEditorProps {
  readonly role: RoleRow;
  readonly roles: readonly RoleRow[];
  readonly draft: PermissionMatrix;
  /** Null = discard the draft. */
  readonly onDraft: (draft: PermissionMatrix | null) => void;
  readonly onDuplicate: () => void;
  /** Search text of the matrix; kept when another role is opened, for comparison. */
  readonly find: string;
  readonly onFind: (text: string) => void;
}

/** Editor of one role: name, permission matrix and unsaved differences. */
export function RoleEditor({ role, roles, draft, onDraft, onDuplicate, find, onFind }: RoleEditorProps) {
  const { t } = useTranslation('access-web');
  const session = useSession();
  const user = useUser();
  const can = useCan();
  const queries = useQueryClient();
  const nameOf = useRoleName();
  const [asked, setAsked] = useState<'save' | 'rename' | 'delete' | null>(null);

  const isAdmin = role.key === 'ADMIN';
  const mayEdit = can('user_roles.edit') && !isAdmin;
  const isChanged = !isSame(draft, role.permissions);
  const changed = isChanged ? differences(role.permissions, draft) : [];
  const alike = roles.filter((other) => other.key === role.key && other.id !== role.id);
  const close = () => setAsked(null);
  const refresh = () => queries.invalidateQueries({ queryKey: ROLES_KEY });
  const params = { id: role.id };

  return (
    <section className={styles.editor} aria-labelledby="role-name">
      <div className={styles.editorHead}>
        <div className={styles.words}>
          <h2 id="role-name">{nameOf(role)}</h2>
          <p>
            {isAdmin ? t('roles.admin_hint') : role.description || t(`roles.hint.${roleOfKey(role.key)}`)}
          </p>
        </div>
        <RoleMenu
          role={role}
          alike={mayEdit ? alike : []}
          onCopyFrom={(other) => onDraft(other.permissions)}
          onDuplicate={onDuplicate}
          onAsk={setAsked}
        />
      </div>
      <FindBox find={find} onFind={onFind} />
      <div className={styles.scroll}>
        <MatrixEditor
          saved={role.permissions}
          draft={draft}
          onDraft={onDraft}
          readOnly={!mayEdit}
          find={find}
        />
      </div>
      {isChanged && (
        <div className={styles.bar}>
          <span className={styles.barWords} role="status">
            {t('roles.changes', { count: changed.length })}
          </span>
          <Button variant="default" onClick={() => onDraft(null)}>
            {t('roles.discard')}
          </Button>
          <Button onClick={() => setAsked('save')}>{t('roles.review')}</Button>
        </div>
      )}
      {asked === 'save' && (
        <ReasonDialog
          title={t('roles.review')}
          question={<RoleDifferences changed={changed} people={role.usuarios} />}
          submit={t('roles.save')}
          onClose={close}
          run={async (reason) => {
            const body = { permissions: draft, previous: role.permissions, ...reason };
            await perform(session.api, accessCalls.roles.setPermissions, { params, body }).catch(
              async (error: unknown) => {
                // Another administrator saved first: reload, so that the draft is applied to the new matrix.
                if (error instanceof ApiError && error.code === 'role_changed') await refresh();
                throw error;
              },
            );
            await refresh();
            onDraft(null);
            notify.success(t('roles.saved', { name: nameOf(role) }));
            // The signed-in user may have this role: refresh their own permissions.
            if (user !== null && user.role === role.key) await session.refresh();
          }}
        />
      )}
      {asked === 'rename' && <RenameRoleDialog role={role} onClose={close} />}
      {asked === 'delete' && (
        <ReasonDialog
          title={t('roles.delete')}
          question={t('roles.delete_question', { name: nameOf(role) })}
          submit={t('roles.delete')}
          danger
          onClose={close}
          run={async (reason) => {
            await perform(session.api, accessCalls.roles.remove, { params, query: reason });
            onDraft(null);
            notify.success(t('roles.deleted', { name: nameOf(role) }));
            await refresh();
          }}
        />
      )}
    </section>
  );
}

interface RoleMenuProps {
  readonly role: RoleRow;
  /** Roles of the same type, whose permissions can be copied. */
  readonly alike: readonly RoleRow[];
  readonly onCopyFrom: (other: RoleRow) => void;
  readonly onDuplicate: () => void;
  readonly onAsk: (act: 'rename' | 'delete') => void;
}

function RoleMenu({ role, alike, onCopyFrom, onDuplicate, onAsk }: RoleMenuProps) {
  const { t } = useTranslation('access-web');
  const can = useCan();
  const nameOf = useRoleName();
  const mayDuplicate = can('user_roles.add') && role.key !== 'ADMIN';
  const mayRename = role.propio && can('user_roles.edit');
  const mayDelete = role.propio && can('user_roles.delete');
  if (!mayDuplicate && !mayRename && !mayDelete && alike.length === 0) return null;
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <ActionIcon variant="default" size={32} aria-label={t('roles.more', { name: nameOf(role) })}>
          <MoreHorizontal size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayDuplicate && <Menu.Item onClick={onDuplicate}>{t('roles.duplicate')}</Menu.Item>}
        {mayRename && <Menu.Item onClick={() => onAsk('rename')}>{t('roles.rename')}</Menu.Item>}
        {mayDelete && (
          <Menu.Item
            color="var(--status-rejected)"
            disabled={role.usuarios > 0}
            onClick={() => onAsk('delete')}
          >
            {role.usuarios > 0 ? t('roles.delete_in_use', { count: role.usuarios }) : t('roles.delete')}
          </Menu.Item>
        )}
        {alike.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('roles.copy_from')}</Menu.Label>
            {alike.map((other) => (
              <Menu.Item key={other.id} onClick={() => onCopyFrom(other)}>
                {nameOf(other)}
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
