import { accessCalls, assignSlotBody, ROLES_OF_TYPE, type SlotRow } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { notify } from '@cotejo/ui';
import { ChoiceField, FieldRow, FormDialog, TextField, type FormValues } from '@cotejo/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REASON_SHAPE, ReasonFormFields, withReason } from '../forms/reason.tsx';
import layout from '../layout/layout.module.css';
import { useSession } from '../session/use-session.ts';
import { roleChoices } from '../users/role-choice.ts';
import { useRoles } from '../users/use-people.ts';
import { useSlotsChanged } from './use-slots.ts';

const schema = assignSlotBody.extend(REASON_SHAPE);
const FIELD_OF_REFUSAL = {
  email_taken: 'email',
  has_slot: 'email',
  user_forgotten: 'email',
  beyond_own_rights: 'role',
  role_not_found: 'role',
  slot_type_differs: 'role',
};

interface AssignSlotDialogProps {
  readonly slot: SlotRow;
  readonly onClose: () => void;
}

/** Assigns a slot to a new user, or to the user of the account with that e-mail and no slot. */
export function AssignSlotDialog({ slot, onClose }: AssignSlotDialogProps) {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const changed = useSlotsChanged();
  const allowed: readonly string[] = ROLES_OF_TYPE[slot.type];
  const roles = roleChoices(useRoles().data ?? [], (role) => t(`role.${role}`)).filter(({ type }) =>
    allowed.includes(type),
  );
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const send = async (values: FormValues) => {
    const body = withReason(schema.parse(values));
    await perform(api, accessCalls.slots.assign, { params: { id: slot.slotId }, body }, { idempotencyKey });
    notify.success(t('slots.assign.done', { name: `${body.first_name} ${body.last_name}` }));
    await changed();
  };
  // What the type of the slot offers first, until another is chosen.
  const role = roles.find(({ type }) => type === allowed[0])?.value ?? null;
  return (
    <FormDialog
      title={t('slots.assign.title', { type: t(`type.${slot.type}`) })}
      submit={t('slots.assign.submit')}
      schema={schema}
      values={{ first_name: '', last_name: '', email: '', role, motivo: 'joined', motivo_texto: null }}
      fieldOfCode={FIELD_OF_REFUSAL}
      draft={null}
      send={send}
      onClose={onClose}
    >
      <p className={layout.faint} style={{ margin: 0 }}>
        {t('slots.assign.hint')}
      </p>
      <FieldRow>
        <TextField name="first_name" label={t('person.first_name')} most={120} isRequired autoFocus />
        <TextField name="last_name" label={t('person.last_name')} most={120} isRequired />
      </FieldRow>
      <TextField name="email" label={t('person.email')} type="email" most={254} isRequired />
      <ChoiceField name="role" label={t('person.role')} options={roles} isRequired />
      <ReasonFormFields />
    </FormDialog>
  );
}
