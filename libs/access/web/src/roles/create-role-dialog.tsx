import { accessCalls, roleKey, roleOfKey, type RoleKey, type RoleRow } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { DialogForm, notify } from '@cotejo/ui';
import { Select, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REQUESTED, ReasonFields, type Reason } from '../forms/reason.tsx';
import { useSending } from '../forms/use-sending.ts';
import layout from '../layout/layout.module.css';
import { useSession } from '../session/use-session.ts';
import { ROLES_KEY } from '../users/use-people.ts';
import { useIsBuiltInName, useRoleName } from './use-role-name.ts';

export interface CreateRoleDialogProps {
  readonly roles: readonly RoleRow[];
  /** Role to duplicate; null = none. */
  readonly copyOf: RoleRow | null;
  readonly onClose: () => void;
  readonly onCreated: (role: RoleRow) => void;
}

/** The administrator type cannot be used for custom roles: it grants everything. */
const TYPES: readonly RoleKey[] = roleKey.options.filter((key) => key !== 'ADMIN');

/** Creates a custom role of a type, with permissions copied from another role of that type. */
export function CreateRoleDialog({ roles, copyOf, onClose, onCreated }: CreateRoleDialogProps) {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const queries = useQueryClient();
  const nameOf = useRoleName();
  const isBuiltInName = useIsBuiltInName();
  const form = useSending({
    role_name_taken: 'nombre',
    role_name_built_in: 'nombre',
    role_type_differs: 'copia_de',
  });
  const [name, setName] = useState(copyOf === null ? '' : t('roles.copy_name', { name: nameOf(copyOf) }));
  const [description, setDescription] = useState(copyOf?.description ?? '');
  const [key, setKey] = useState<RoleKey>(copyOf?.key ?? 'JR');
  const [source, setSource] = useState<string>(copyOf?.id ?? 'JR');
  const [reason, setReason] = useState<Reason>(REQUESTED);
  const [asked, setAsked] = useState(false);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const nameFault =
    name.trim() === ''
      ? t('fault.required', { field: t('roles.name') })
      : isBuiltInName(name)
        ? t('roles.name_built_in')
        : null;
  const sources = roles.filter((role) => role.key === key);

  const submit = () => {
    setAsked(true);
    if (nameFault !== null) return;
    void form.send(async () => {
      const role = await perform(
        api,
        accessCalls.roles.create,
        {
          body: {
            nombre: name.trim(),
            description: description.trim(),
            key,
            copia_de: source,
            ...reason,
          },
        },
        { idempotencyKey },
      );
      notify.success(t('roles.created', { name: role.nombre }));
      await queries.invalidateQueries({ queryKey: ROLES_KEY });
      onCreated(role);
    });
  };

  return (
    <DialogForm
      title={t(copyOf === null ? 'roles.create' : 'roles.duplicate')}
      submit={t('roles.create')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
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
      <div className={layout.pair}>
        <Select
          label={t('roles.type')}
          data={TYPES.map((each) => ({ value: each, label: t(`role.${roleOfKey(each)}`) }))}
          value={key}
          disabled={copyOf !== null}
          allowDeselect={false}
          onChange={(chosen) => {
            const parsed = roleKey.safeParse(chosen);
            if (!parsed.success) return;
            setKey(parsed.data);
            setSource(parsed.data);
          }}
        />
        <Select
          label={t('roles.source')}
          data={sources.map((role) => ({ value: role.id, label: nameOf(role) }))}
          value={source}
          allowDeselect={false}
          onChange={(chosen) => chosen !== null && setSource(chosen)}
          error={form.fieldFault('copia_de')}
        />
      </div>
      <ReasonFields value={reason} onChange={setReason} />
    </DialogForm>
  );
}
