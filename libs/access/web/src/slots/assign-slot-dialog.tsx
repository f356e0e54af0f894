import { accessCalls, emailOnWire, ROLES_OF_TYPE, type SlotRow } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { DialogForm, notify } from '@cotejo/ui';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REQUESTED, ReasonFields, type Reason } from '../forms/reason.tsx';
import { useSending } from '../forms/use-sending.ts';
import layout from '../layout/layout.module.css';
import { useSession } from '../session/use-session.ts';
import { roleChoices } from '../users/role-choice.ts';
import { useRoles } from '../users/use-people.ts';
import { useSlotsChanged } from './use-slots.ts';

const FIELDS = ['first_name', 'last_name', 'email'] as const;
type Field = (typeof FIELDS)[number];
const FIELD_OF_REFUSAL = {
  email_taken: 'email',
  has_slot: 'email',
  user_forgotten: 'email',
  beyond_own_rights: 'role',
  role_not_found: 'role',
  slot_type_differs: 'role',
} as const;

/** Gives a slot to somebody new, or to whoever of the account has that e-mail and no slot. */
export function AssignSlotDialog({
  slot,
  onClose,
}: {
  readonly slot: SlotRow;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const form = useSending(FIELD_OF_REFUSAL);
  const changed = useSlotsChanged();
  const allowed: readonly string[] = ROLES_OF_TYPE[slot.type];
  const roles = roleChoices(useRoles().data ?? [], (role) => t(`role.${role}`)).filter(({ type }) =>
    allowed.includes(type),
  );
  const [draft, setDraft] = useState<Readonly<Record<Field, string>>>({
    first_name: '',
    last_name: '',
    email: '',
  });
  const [role, setRole] = useState<string | null>(null);
  const [reason, setReason] = useState<Reason>({ ...REQUESTED, motivo: 'joined' });
  const [asked, setAsked] = useState(false);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  // What is offered first by the type of the slot, until another is chosen.
  const chosen = role ?? roles.find(({ type }) => type === allowed[0])?.value ?? roles[0]?.value ?? '';

  const faultOf = (field: Field): string | undefined => {
    if (!asked) return undefined;
    const text = draft[field].trim();
    if (text === '') return t('fault.required', { field: t(`person.${field}`) });
    return field === 'email' && !emailOnWire.safeParse(text).success ? t('fault.email') : undefined;
  };
  const submit = () => {
    setAsked(true);
    const email = draft.email.trim();
    const isWhole =
      FIELDS.every((field) => draft[field].trim() !== '') && emailOnWire.safeParse(email).success;
    if (!isWhole) return;
    void form.send(async () => {
      await perform(
        api,
        accessCalls.slots.assign,
        {
          params: { id: slot.slotId },
          body: {
            first_name: draft.first_name.trim(),
            last_name: draft.last_name.trim(),
            email,
            role: chosen,
            ...reason,
          },
        },
        { idempotencyKey },
      );
      notify.success(t('slots.assign.done', { name: `${draft.first_name} ${draft.last_name}`.trim() }));
      await changed();
      onClose();
    });
  };

  return (
    <DialogForm
      title={t('slots.assign.title', { type: t(`type.${slot.type}`) })}
      submit={t('slots.assign.submit')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={layout.faint} style={{ margin: 0 }}>
        {t('slots.assign.hint')}
      </p>
      <div className={layout.pair}>
        {FIELDS.slice(0, 2).map((field, place) => (
          <TextInput
            key={field}
            label={t(`person.${field}`)}
            withAsterisk
            maxLength={120}
            {...(place === 0 ? { 'data-autofocus': true } : {})}
            value={draft[field]}
            onChange={(event) => setDraft({ ...draft, [field]: event.currentTarget.value })}
            error={faultOf(field) ?? form.fieldFault(field)}
          />
        ))}
      </div>
      <TextInput
        label={t('person.email')}
        type="email"
        autoComplete="off"
        withAsterisk
        maxLength={254}
        value={draft.email}
        onChange={(event) => setDraft({ ...draft, email: event.currentTarget.value })}
        error={faultOf('email') ?? form.fieldFault('email')}
      />
      <Select
        label={t('person.role')}
        data={roles.map(({ value, label }) => ({ value, label }))}
        value={chosen}
        onChange={setRole}
        allowDeselect={false}
        disabled={roles.length < 2}
        error={form.fieldFault('role')}
      />
      <ReasonFields value={reason} onChange={setReason} />
    </DialogForm>
  );
}
