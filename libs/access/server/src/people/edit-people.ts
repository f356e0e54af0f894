import {
  accessErrors,
  userId,
  type AccountId,
  type accessCalls,
  type AuthenticationMethod,
  type PersonalField,
  type Principal,
  type RoleRef,
  type UserId,
  type UserType,
} from '@cotejo/access-contracts';
import {
  accepted,
  decidePerson,
  decideRegistration,
  isUsername,
  normalizedUsername,
  type PersonCommand,
} from '@cotejo/access-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { z } from 'zod';
import { AccountScope } from '../scope/account-scope.ts';
import type { AccessState } from '../state/access-state.ts';
import {
  authorOf,
  reasonOf,
  together,
  type AccountChange,
  type ChangeAccess,
  type Decide,
  type Reason,
} from '../state/change-access.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import { generatePassword } from './generate-password.ts';
import { repeatableId } from '../state/repeatable-id.ts';
import type { PersonRecord, PersonRecords } from './person-record.ts';

type CreateUser = z.infer<typeof accessCalls.people.createUser.body & object>;
type EditBody = z.infer<typeof accessCalls.people.editUser.body & object>;
export type EditUser = Extract<EditBody, { first_name: string }>;
export type SetPassword = Extract<EditBody, { generate_password: boolean }>;

export interface EditPeopleOptions {
  readonly state: AccessState;
  readonly changes: ChangeAccess;
  readonly records: PersonRecords;
  readonly passwords: Passwords;
  readonly methods: readonly AuthenticationMethod[];
}

/** Somebody new, as the log and the vault take them. */
export interface NewPerson {
  readonly id: UserId;
  readonly role: RoleRef;
  readonly userType: UserType | null;
  readonly method: AuthenticationMethod;
  readonly record: PersonRecord;
}

/** Commands that say all by their name. */
export type PlainCommand = Exclude<
  PersonCommand,
  { readonly kind: 'edit' | 'set-password' | 'forget' | 'role' }
>;

const FIELDS: readonly PersonalField[] = [
  'username',
  'first_name',
  'last_name',
  'email',
  'position',
  'area',
  'code',
];

/** What administrators do with people of their account. Refusals are those of the calls. */
export class EditPeople {
  constructor(private readonly options: EditPeopleOptions) {}

  /** `key`: of the call, so that it can be repeated. */
  async create(principal: Principal, body: CreateUser, key: string | undefined): Promise<UserId> {
    const { changes, state } = this.options;
    const { accountId } = principal;
    this.assertOffered(body.auth_method);
    const id = userId.parse(repeatableId(`person of ${accountId}`, principal.userId, key));
    return changes.within(accountId, authorOf(principal), reasonOf(body), async (change) => {
      await state.settle();
      await this.register(change, accountId, {
        id,
        role: new AccountScope(state, accountId).role(body.role),
        userType: body.user_type ?? null,
        method: body.auth_method,
        record: recordOf(body, normalizedUsername(body.username)),
      });
      return id;
    });
  }

  /** Within a turn of the account. Nothing more to do for somebody who is registered already. */
  async register(change: AccountChange, account: AccountId, person: NewPerson): Promise<void> {
    const { id, record, method } = person;
    await change.ofPerson(
      id,
      (facts, known, by) =>
        facts.users.has(id)
          ? accepted()
          : together(
              decideRegistration(known, { user: id, role: person.role, userType: person.userType }, by),
              method === 'password'
                ? accepted()
                : accepted({
                    type: 'AuthenticationMethodChanged',
                    data: { user: id, because: by.because, method },
                  }),
            ),
      async () => {
        await this.assertFree(account, id, record);
        if (!(await this.options.records.add(account, id, record))) {
          throw new Refusal(accessErrors, 'username_taken');
        }
      },
    );
  }

  /** Who the person is, and their role: both or nothing. */
  async edit(principal: Principal, id: string, body: EditUser): Promise<void> {
    const { changes, state, records } = this.options;
    const { accountId } = principal;
    await changes.within(accountId, authorOf(principal), reasonOf(body), async (change) => {
      await state.settle();
      const scope = new AccountScope(state, accountId);
      const { id: user } = scope.person(id);
      const before = await records.one(accountId, user);
      if (before === null) throw new Refusal(accessErrors, 'user_forgotten');
      const after = editedRecord(before, body);
      const fields = FIELDS.filter((field) => after[field] !== before[field]);
      const role = scope.role(body.role);
      await change.ofPerson(
        user,
        (facts, known, by) =>
          together(
            decidePerson(facts, known, user, { kind: 'edit', fields, consent: body.consent }, by),
            decidePerson(facts, known, user, { kind: 'role', role }, by),
          ),
        async () => {
          if (fields.length === 0) return;
          await this.assertFree(accountId, user, after);
          if (!(await records.write(accountId, user, after))) {
            throw new Refusal(accessErrors, 'username_taken');
          }
        },
      );
    });
  }

  /** Theirs until they come in, when they must choose another. Answers one that was generated. */
  async setPassword(principal: Principal, id: string, body: SetPassword): Promise<string | null> {
    const { changes, state, passwords } = this.options;
    const { accountId } = principal;
    return changes.within(accountId, authorOf(principal), reasonOf(body), async (change) => {
      await state.settle();
      const { id: user } = new AccountScope(state, accountId).person(id);
      const generated = body.generate_password ? generatePassword(passwords.rulesOf(accountId)) : null;
      const command = {
        kind: 'set-password',
        how: generated === null ? 'by_administrator' : 'generated',
      } as const;
      const decide: Decide = (facts, known, by) => decidePerson(facts, known, user, command, by);
      // First whether it may be: what a password lacks is no business of whoever may not set it.
      await change.judge(decide);
      const password = generated ?? body.password ?? '';
      const password_confirmation = generated ?? body.password_confirmation ?? '';
      await passwords.judge(accountId, user, { password, password_confirmation });
      await change.ofPerson(user, decide, () => passwords.put(accountId, user, password));
      return generated;
    });
  }

  /** Everything that needs no more than its name: locking, methods, resets, lost telephones. */
  async apply(principal: Principal, id: string, command: PlainCommand, reason: Reason): Promise<void> {
    const { changes, state } = this.options;
    const { accountId } = principal;
    if (command.kind === 'method') this.assertOffered(command.method);
    await changes.within(accountId, authorOf(principal), reason, async (change) => {
      await state.settle();
      const { id: user } = new AccountScope(state, accountId).person(id);
      await change.ofPerson(user, (facts, known, by) => decidePerson(facts, known, user, command, by));
    });
  }

  /** Nobody is sent to a directory that this installation knows nothing of. */
  private assertOffered(method: AuthenticationMethod): void {
    if (!this.options.methods.includes(method)) throw new Refusal(accessErrors, 'method_not_offered');
  }

  /** Refuses with `username_invalid`. */
  assertUsername({ username }: Pick<PersonRecord, 'username'>): void {
    if (!isUsername(username)) throw new Refusal(accessErrors, 'username_invalid');
  }

  /** Refuses with `username_invalid`, `username_taken` and `email_taken`. Within a turn of the account. */
  async assertFree(account: AccountId, user: UserId, record: PersonRecord): Promise<void> {
    this.assertUsername(record);
    const { state, records } = this.options;
    const other = new AccountScope(state, account).withEmail(record.email);
    if (other !== null && other.id !== user) throw new Refusal(accessErrors, 'email_taken');
    const holder = await records.holderOf(account, record.username);
    if (holder === null || holder === user) return;
    // What a crash left of somebody who was never registered stands in nobody's way.
    if (state.known.users.has(holder)) throw new Refusal(accessErrors, 'username_taken');
    await records.remove(account, holder);
  }
}

export const recordOf = (
  told: Pick<PersonRecord, 'first_name' | 'last_name' | 'email'> &
    Partial<{ [field in 'position' | 'area' | 'code']: string | null | undefined }>,
  username: string,
): PersonRecord => ({
  username,
  first_name: told.first_name,
  last_name: told.last_name,
  email: told.email,
  position: told.position ?? null,
  area: told.area ?? null,
  code: told.code ?? null,
});

/** What is not told stays as it is. */
function editedRecord(before: PersonRecord, body: EditUser): PersonRecord {
  const kept = <T>(told: T | undefined, known: T): T => (told === undefined ? known : told);
  return {
    username: body.username === undefined ? before.username : normalizedUsername(body.username),
    first_name: body.first_name,
    last_name: body.last_name,
    email: body.email,
    position: kept(body.position, before.position),
    area: kept(body.area, before.area),
    code: kept(body.code, before.code),
  };
}
