import { accessCalls, type UserDetail } from '@cotejo/access-contracts';
import { perform } from '@cotejo/http/client';
import { notify } from '@cotejo/ui';
import { Button, Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../forms/failure.tsx';
import { REQUESTED, ReasonFields, type Reason } from '../forms/reason.tsx';
import { useFaultFocus } from '../forms/use-fault-focus.ts';
import { useSending } from '../forms/use-sending.ts';
import layout from '../layout/layout.module.css';
import { useCan, useSession, useUser } from '../session/use-session.ts';
import { PersonFields } from './person-fields.tsx';
import {
  bodyOf,
  draftOf,
  FIELD_OF_REFUSAL,
  isEdited,
  needsConsent,
  personFaults,
  type PersonEdits,
} from './person-form.ts';
import { roleChoices } from './role-choice.ts';
import { PEOPLE_KEY, useRoles } from './use-people.ts';

export interface EditUserFormProps {
  readonly person: UserDetail;
  /** What was typed and isn't saved; the rest is as the account has it, also when somebody else changes it. */
  readonly edited: PersonEdits;
  readonly onEdited: (edited: PersonEdits) => void;
}

/** Who somebody is. A new name or e-mail needs a tick: the person agreed. */
export function EditUserForm({ person, edited, onEdited }: EditUserFormProps) {
  const { t } = useTranslation('access-web');
  const session = useSession();
  const me = useUser();
  const can = useCan();
  const queries = useQueryClient();
  const form = useSending(FIELD_OF_REFUSAL);
  const { formRef, look } = useFaultFocus(form.refusal);
  const roles = roleChoices(useRoles().data ?? [], (role) => t(`role.${role}`));
  const before = draftOf(person);
  const draft = { ...before, ...edited };
  const [consent, setConsent] = useState(false);
  const [reason, setReason] = useState<Reason>(REQUESTED);
  const [asked, setAsked] = useState(false);

  const mayEdit = can('users.edit') && !person.forgotten;
  const isChanged = isEdited(person, edited);
  const asksConsent = needsConsent(before, draft);
  const clear = () => {
    onEdited({});
    setConsent(false);
    setAsked(false);
    setReason(REQUESTED);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    look();
    if (Object.keys(personFaults(draft)).length > 0 || (asksConsent && !consent)) return;
    void form.send(async () => {
      await perform(session.api, accessCalls.people.editUser, {
        params: { id: person.id },
        body: { ...bodyOf(draft), consent: asksConsent && consent, ...reason },
      });
      await queries.invalidateQueries({ queryKey: PEOPLE_KEY });
      notify.success(t('users.saved'));
      clear();
      if (me?.id === person.id) await session.refresh();
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
        fixed={mayEdit && me?.id === person.id ? t('users.own_access') : undefined}
      />
      {mayEdit && asksConsent && (
        <Checkbox
          label={t('users.consent')}
          checked={consent}
          onChange={(event) => setConsent(event.currentTarget.checked)}
          error={asked && !consent ? t('users.consent_fault') : form.fieldFault('consent')}
          // The library tells it of every field but this.
          aria-invalid={(asked && !consent) || undefined}
        />
      )}
      {mayEdit && isChanged && <ReasonFields value={reason} onChange={setReason} />}
      <Failure words={form.failure} />
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
