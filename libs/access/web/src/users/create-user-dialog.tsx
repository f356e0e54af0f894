import { accessCalls, authenticationMethod, userType, type UserDetail } from '@cotejo/access-contracts';
import { normalizedUsername, suggestUsername } from '@cotejo/access-domain';
import { perform } from '@cotejo/http/client';
import { DialogForm, notify } from '@cotejo/ui';
import { Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REQUESTED, ReasonFields, type Reason } from '../forms/reason.tsx';
import { useSending } from '../forms/use-sending.ts';
import layout from '../layout/layout.module.css';
import { useSession } from '../session/use-session.ts';
import { PersonFields } from './person-fields.tsx';
import { bodyOf, FIELD_OF_REFUSAL, personFaults, type PersonDraft } from './person-form.ts';
import { roleChoices, typesFor } from './role-choice.ts';
import { useOfferedMethods } from './use-offered-methods.ts';
import { PEOPLE_KEY, useRoles } from './use-people.ts';

export interface CreateUserDialogProps {
  readonly people: readonly UserDetail[];
  readonly onClose: () => void;
  readonly onCreated: (person: UserDetail) => void;
}

const NOBODY: PersonDraft = {
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  role: 'JR',
  position: '',
  area: '',
  code: '',
};

/** Dialog that creates a user. The username is suggested from the names until it is edited. */
export function CreateUserDialog({ people, onClose, onCreated }: CreateUserDialogProps) {
  const { t } = useTranslation('access-web');
  const { api } = useSession();
  const queries = useQueryClient();
  const form = useSending(FIELD_OF_REFUSAL);
  const roles = roleChoices(useRoles().data ?? [], (role) => t(`role.${role}`));
  const methods = useOfferedMethods();
  const [draft, setDraft] = useState(NOBODY);
  const [isNamed, setNamed] = useState(false);
  const [type, setType] = useState<string | null>(null);
  const [method, setMethod] = useState<string>('password');
  const [reason, setReason] = useState<Reason>({ ...REQUESTED, motivo: 'joined' });
  const [asked, setAsked] = useState(false);
  // One idempotency key per dialog: a double click, or a retry after a lost answer, creates one user.
  const [idempotencyKey] = useState(() => crypto.randomUUID());

  const taken = new Set(people.map(({ username }) => normalizedUsername(username)));
  const types = typesFor(roles.find(({ value }) => value === draft.role)?.type ?? 'auditor');
  const chosenType = types.find((each) => each === type) ?? types[0];

  const change = (part: Partial<PersonDraft>) => {
    const next = { ...draft, ...part };
    const names = { firstName: next.first_name, lastName: next.last_name, email: next.email };
    const isSuggested = !isNamed && part.username === undefined;
    if (part.username !== undefined) setNamed(part.username !== '');
    const isEmpty = next.first_name.trim() === '' && next.last_name.trim() === '';
    setDraft(
      isSuggested
        ? { ...next, username: isEmpty ? '' : suggestUsername(names, (name) => taken.has(name)) }
        : next,
    );
  };
  const submit = () => {
    setAsked(true);
    if (Object.keys(personFaults(draft)).length > 0) return;
    void form.send(async () => {
      const person = await perform(
        api,
        accessCalls.people.createUser,
        {
          body: {
            ...bodyOf(draft),
            ...(chosenType === undefined ? {} : { user_type: chosenType }),
            auth_method: authenticationMethod.catch('password').parse(method),
            ...reason,
          },
        },
        { idempotencyKey },
      );
      await queries.invalidateQueries({ queryKey: PEOPLE_KEY });
      notify.success(t('users.created', { name: `${person.first_name} ${person.last_name}` }));
      onCreated(person);
    });
  };

  return (
    <DialogForm
      title={t('users.create')}
      submit={t('users.create')}
      size="lg"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <PersonFields
        value={draft}
        onChange={change}
        roles={roles}
        faults={asked ? personFaults(draft) : {}}
        told={form.fieldFault}
      />
      <div className={layout.pair}>
        <Select
          label={t('person.type')}
          data={types.map((each) => ({ value: each, label: t(`type.${each}`) }))}
          value={chosenType ?? null}
          onChange={(chosen) => setType(userType.catch('auditor').parse(chosen))}
          disabled={types.length < 2}
          allowDeselect={false}
        />
        <Select
          label={t('person.method')}
          data={methods.map((each) => ({ value: each, label: t(`method.${each}`) }))}
          value={method}
          disabled={methods.length < 2}
          onChange={(chosen) => chosen !== null && setMethod(chosen)}
          allowDeselect={false}
        />
      </div>
      <p className={layout.faint} style={{ margin: 0 }}>
        {t(method === 'password' ? 'users.create_password' : 'users.create_external')}
      </p>
      <ReasonFields value={reason} onChange={setReason} />
    </DialogForm>
  );
}
