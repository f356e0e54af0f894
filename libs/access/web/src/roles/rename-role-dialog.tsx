import { accessCalls, type RoleRow } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { DialogForm, notify } from '@cotejo/ui';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REQUESTED, ReasonFields, type Reason } from '../forms/reason.tsx';
import { useSending } from '../forms/use-sending.ts';
import { useSession } from '../session/use-session.ts';
import { ROLES_KEY } from '../users/use-people.ts';
import { useIsBuiltInName } from './use-role-name.ts';

/** Changes name and description of a custom role. */
export function RenameRoleDialog({
  role,
  onClose,
}: {
  readonly role: RoleRow;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const queries = useQueryClient();
  const form = useSending({ role_name_taken: 'nombre', role_name_built_in: 'nombre' });
  const [name, setName] = useState(role.nombre);
  const [description, setDescription] = useState(role.description);
  const [reason, setReason] = useState<Reason>(REQUESTED);
  const [asked, setAsked] = useState(false);
  const isBuiltInName = useIsBuiltInName();
  const nameFault =
    name.trim() === ''
      ? t('fault.required', { field: t('roles.name') })
      : name.trim() !== role.nombre && isBuiltInName(name)
        ? t('roles.name_built_in')
        : null;
  return (
    <DialogForm
      title={t('roles.rename')}
      submit={t('save')}
      form={form}
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (nameFault !== null) return;
        void form.send(async () => {
          await perform(api, accessCalls.roles.rename, {
            params: { id: role.id },
            body: { nombre: name.trim(), description: description.trim(), ...reason },
          });
          notify.success(t('roles.saved', { name: name.trim() }));
          await queries.invalidateQueries({ queryKey: ROLES_KEY });
          onClose();
        });
      }}
    >
      <TextInput
        label={t('roles.name')}
        withAsterisk
        data-autofocus
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={asked && nameFault !== null ? nameFault : form.fieldFault('nombre')}
      />
      <TextInput
        label={t('roles.description')}
        maxLength={300}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <ReasonFields value={reason} onChange={setReason} />
    </DialogForm>
  );
}
