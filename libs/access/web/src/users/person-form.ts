import { createUserBody, emailOnWire, type UserDetail, type UserType } from '@cotejo/access-contracts';

/** A user's data as form values, texts as typed. */
export interface PersonDraft {
  readonly first_name: string;
  readonly last_name: string;
  readonly username: string;
  readonly email: string;
  readonly role: string;
  readonly position: string;
  readonly area: string;
  readonly code: string;
}

export type PersonFault = 'required' | 'email' | 'invalid';
const REQUIRED = ['first_name', 'last_name', 'username', 'email', 'role'] as const;

/** Faults by field that the form can detect. */
export function personFaults(draft: PersonDraft): Readonly<Partial<Record<keyof PersonDraft, PersonFault>>> {
  const faults: Partial<Record<keyof PersonDraft, PersonFault>> = {};
  const shape = createUserBody.pick({ first_name: true, last_name: true, username: true }).safeParse(draft);
  for (const { path } of shape.error?.issues ?? []) faults[path[0] as keyof PersonDraft] = 'invalid';
  for (const field of REQUIRED) if (draft[field].trim() === '') faults[field] = 'required';
  if (faults.email === undefined && !emailOnWire.safeParse(draft.email.trim()).success)
    faults.email = 'email';
  return faults;
}

export const draftOf = (person: UserDetail): PersonDraft => ({
  first_name: person.first_name,
  last_name: person.last_name,
  username: person.username,
  email: person.email,
  role: person.role_id,
  position: person.position ?? '',
  area: person.area ?? '',
  code: person.code ?? '',
});

/** Unsaved edits of a user, by field. */
export type PersonEdits = Readonly<Partial<PersonDraft>> & { readonly user_type?: UserType };

/** Whether saving would change anything. */
export function isEdited(person: UserDetail, edited: PersonEdits): boolean {
  const before = { ...draftOf(person), user_type: person.user_type };
  return (Object.keys(edited) as (keyof PersonEdits)[]).some((key) => edited[key] !== before[key]);
}

/** Edits that remain after `sent` was saved: typing may have continued meanwhile. */
export function editedSince(sent: PersonEdits, now: PersonEdits): PersonEdits {
  const isNew = ([key, value]: [string, unknown]) => sent[key as keyof PersonEdits] !== value;
  return Object.fromEntries(Object.entries(now).filter(isNew));
}

/** A new name or e-mail needs the user's consent (specification 1, section 5). */
export const needsConsent = (before: PersonDraft, after: PersonDraft): boolean =>
  (['first_name', 'last_name', 'email'] as const).some((field) => before[field] !== after[field].trim());

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** Converts a draft to the names and shapes of the calls. */
export const bodyOf = (draft: PersonDraft) => ({
  first_name: draft.first_name.trim(),
  last_name: draft.last_name.trim(),
  username: draft.username.trim(),
  email: draft.email.trim(),
  role: draft.role,
  position: orNull(draft.position),
  area: orNull(draft.area),
  code: orNull(draft.code),
});

/** Refusal codes caused by one field of the form. */
export const FIELD_OF_REFUSAL = {
  username_taken: 'username',
  username_invalid: 'username',
  email_taken: 'email',
  consent_required: 'consent',
  invalid_credentials: 'current',
  own_access: 'role',
  beyond_own_rights: 'role',
  last_administrator: 'role',
  role_not_found: 'role',
  slot_type_differs: 'role',
  no_free_slot: 'role',
} as const;
