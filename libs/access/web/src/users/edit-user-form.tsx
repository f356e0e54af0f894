import { accessCalls, userType, type UserDetail } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { Failure, FormMessage, notify, useFaultFocus } from '@cotejo/ui';
import { Button, Checkbox, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type Dispatch, type FormEvent, type SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../forms/password-field.tsx';
import { REQUESTED, ReasonFields, type Reason } from '../forms/reason.tsx';
import { useSending } from '../forms/use-sending.ts';
import layout from '../layout/layout.module.css';
import { useCan } from '../session/use-can.ts';
import { useSession, useUser } from '../session/use-session.ts';
import { PersonFields } from './person-fields.tsx';
import {
  bodyOf,
  draftOf,
  editedSince,
  FIELD_OF_REFUSAL,
  isEdited,
  needsConsent,
  personFaults,
  type PersonEdits,
} from './person-form.ts';
import { roleChoices, typesFor } from './role-choice.ts';
import { PEOPLE_KEY, useRoles } from './use-people.ts';

export interface EditUserFormProps {
  readonly person: UserDetail;
  /** Unsaved edits by field; unedited fields follow the server, including changes by other administrators. */
  readonly edited: PersonEdits;
  readonly onEdited: Dispatch<SetStateAction<PersonEdits>>;
}

/** When the role is unchanged, a slot mismatch is caused by the user type. */
const TYPE_IS_TO_BLAME = { ...FIELD_OF_REFUSAL, slot_type_differs: 'user_type' } as const;

/** Form for a user's data. A new name or e-mail requires a checkbox: the user's consent. */
export function EditUserForm({ person, edited, onEdited }: EditUserFormProps) {
  const { t } = useTranslation('access-web');
  const session = useSession();
  const me = useUser();
  const can = useCan();
  const queries = useQueryClient();
  const before = draftOf(person);
  const { user_type: editedType, ...editedDraft } = edited;
  const draft = { ...before, ...editedDraft };
  const isTypeAlone = draft.role === before.role;
  const form = useSending(isTypeAlone ? TYPE_IS_TO_BLAME : FIELD_OF_REFUSAL);
  const { formRef, fault, look } = useFaultFocus(form.refusal);
  const roles = roleChoices(useRoles().data ?? [], (role) => t(`role.${role}`));
  const roleType = roles.find(({ value }) => value === draft.role)?.type;
  const types = roleType === undefined ? [] : typesFor(roleType);
  const known = userType.safeParse(person.user_type).data;
  // Keeps the stored user type while neither role nor type is edited, also before the custom roles are loaded.
  const isTypeKept = isTypeAlone && editedType === undefined;
  const type = isTypeKept
    ? known
    : (types.find((each) => each === (editedType ?? known)) ?? types[0] ?? known);
  const [consent, setConsent] = useState(false);
  const [current, setCurrent] = useState('');
  const [reason, setReason] = useState<Reason>(REQUESTED);
  const [asked, setAsked] = useState(false);

  const mayEdit = can('users.edit') && !person.forgotten;
  const isChanged = isEdited(person, edited);
  const asksConsent = needsConsent(before, draft);
  const isMe = me?.id === person.id;
  const held = mayEdit && isMe ? t('users.own_access') : undefined;
  // Password links go to this e-mail, and an unattended screen may be used by another person: ask for the password.
  const asksCurrent = mayEdit && isMe && before.email !== draft.email.trim();
  const clear = () => {
    onEdited((now) => editedSince(edited, now));
    setConsent(false);
    setCurrent('');
    setAsked(false);
    setReason(REQUESTED);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    look();
    if (Object.keys(personFaults(draft)).length > 0 || (asksConsent && !consent)) return;
    if (asksCurrent && current === '') return;
    void form.send(async () => {
      await perform(session.api, accessCalls.people.editUser, {
        params: { id: person.id },
        body: {
          ...bodyOf(draft),
          ...(type === undefined || type === known ? {} : { user_type: type }),
          consent: asksConsent && consent,
          ...(asksCurrent ? { current } : {}),
          ...reason,
        },
      });
      await queries.invalidateQueries({ queryKey: PEOPLE_KEY });
      notify.success(t('users.saved'));
      clear();
      if (isMe) await session.refresh();
    });
  };

  return (
    <form ref={formRef} className={layout.stack} onSubmit={submit} noValidate>
      <PersonFields
        value={draft}
        onChange={(part) => onEdited({ ...edited, ...part })}
        roles={roles}
        faults={asked ? personFaults(draft) : {}}
        told={form.fieldFault}
        disabled={!mayEdit}
        fixed={held}
        fixedEmail={person.auth_method === 'password' ? undefined : held}
      />
      <Select
        label={t('person.type')}
        data={userType.options
          .filter((each) => each === type || types.includes(each))
          .map((each) => ({ value: each, label: t(`type.${each}`) }))}
        value={type ?? null}
        onChange={(chosen) =>
          onEdited({ ...edited, user_type: userType.catch(type ?? 'auditor').parse(chosen) })
        }
        disabled={!mayEdit || isMe || types.length < 2}
        allowDeselect={false}
        error={form.fieldFault('user_type')}
      />
      {asksCurrent && (
        <PasswordField
          label={t('password.current')}
          name="current-password"
          autoComplete="current-password"
          withAsterisk
          value={current}
          onChange={setCurrent}
          error={
            asked && current === ''
              ? t('password.fault.current')
              : form.fieldFault('current') && t('password.fault.current_wrong')
          }
        />
      )}
      {mayEdit && asksConsent && (
        <Checkbox
          label={t(isMe ? 'users.consent_own' : 'users.consent')}
          checked={consent}
          onChange={(event) => setConsent(event.currentTarget.checked)}
          error={asked && !consent ? t('users.consent_fault') : form.fieldFault('consent')}
          // Mantine sets it on every field but this one.
          aria-invalid={(asked && !consent) || undefined}
        />
      )}
      {mayEdit && isChanged && <ReasonFields value={reason} onChange={setReason} />}
      <Failure words={form.failure} />
      {form.failure === null && <FormMessage fault={fault} />}
      {mayEdit && (
        <div className={layout.buttons}>
          <Button variant="default" disabled={!isChanged} onClick={clear}>
            {t('users.undo')}
          </Button>
          <Button type="submit" disabled={!isChanged} loading={form.sending}>
            {t('save')}
          </Button>
        </div>
      )}
    </form>
  );
}
