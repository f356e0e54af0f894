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
  claimSlot,
  decidePerson,
  decideRegistration,
  isUsername,
  normalizedUsername,
  type PersonCommand,
} from '@cotejo/access-domain';
import { Refusal } from '@cotejo/http/contracts';
import { InvalidRequest } from '@cotejo/http/server';
import { z } from 'zod';
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
import type { ExternalIdentityVault } from '../external/external-identity-vault.ts';
import type { Oneself } from '../oneself/oneself.ts';
import type { SecondFactor } from '../second-factor/second-factor.ts';
import type { PasswordResets } from '../sign-in/password-resets.ts';
import type { Passwords } from '../sign-in/passwords.ts';
import type { ResetLinks } from '../sign-in/reset-links.ts';
import type { SignIn } from '../sign-in/sign-in.ts';
import { generatePassword } from './generate-password.ts';
import type { InvitePeople } from './invite-people.ts';
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
  readonly links: ResetLinks;
  readonly resets: Pick<PasswordResets, 'force'>;
  readonly identities: Pick<ExternalIdentityVault, 'unlink'>;
  readonly invitations: InvitePeople;
  readonly secondFactor: SecondFactor;
  readonly signIn: Pick<SignIn, 'release'>;
  readonly oneself: Pick<Oneself, 'provePassword'>;
  readonly methods: readonly AuthenticationMethod[];
}

/** A new user, with the data for the log and for the vault. */
export interface NewPerson {
  readonly id: UserId;
  readonly role: RoleRef;
  readonly userType: UserType | null;
  readonly method: AuthenticationMethod;
  readonly record: PersonRecord;
  /** See `Newcomer`. */
  readonly isBesideSlots?: boolean;
  readonly isFounder?: boolean;
  /** Chosen by the user in the terminal; all other users receive an invitation. */
  readonly password?: string;
}

/** Commands without further input. */
export type PlainCommand = Exclude<
  PersonCommand,
  { readonly kind: 'edit' | 'set-password' | 'forget' | 'role' | 'groups' }
>;

/** Missing values are reported for their field. */
const present = z.object({ current: z.string() });

const FIELDS: readonly PersonalField[] = [
  'username',
  'first_name',
  'last_name',
  'email',
  'position',
  'area',
  'code',
];

/** Administration of an account's users. Refusals are those of the calls. */
export class EditPeople {
  constructor(private readonly options: EditPeopleOptions) {}

  /** `key`: the call's idempotency key. */
  async create(principal: Principal, body: CreateUser, key: string | undefined): Promise<UserId> {
    const { changes, state } = this.options;
    const { accountId } = principal;
    this.assertOffered(body.auth_method);
    const id = userId.parse(repeatableId(`person of ${accountId}`, principal.userId, key));
    return changes.within(accountId, authorOf(principal), reasonOf(body), async (change) => {
      await state.settle();
      const person: NewPerson = {
        id,
        role: new AccountScope(state, accountId).role(body.role),
        userType: body.user_type ?? null,
        method: body.auth_method,
        record: recordOf(body, normalizedUsername(body.username)),
      };
      await this.seat(change, accountId, person);
      await this.register(change, accountId, person);
      return id;
    });
  }

  /** Assigns a free slot before the user is registered, in an account that has slots. */
  private async seat(
    change: AccountChange,
    account: AccountId,
    { id: user, role, userType, record }: NewPerson,
  ): Promise<void> {
    if (this.options.state.known.users.has(user)) return;
    const claim: Decide = (facts, known, by) => claimSlot(facts, known, { user, role, userType }, by);
    await change.judge(claim);
    // Checked before, because a taken name must not leave an assigned slot behind.
    await this.assertFree(account, user, record);
    await change.ofAccount(claim);
  }

  /** Registers and invites a user, within a turn of the account. Idempotent. */
  async register(change: AccountChange, account: AccountId, person: NewPerson): Promise<void> {
    const { id, record, method, role, userType, password } = person;
    const { records, passwords, invitations } = this.options;
    const { isBesideSlots = false, isFounder = false } = person;
    if (password !== undefined) passwords.assertFits(account, wordsOf(record), password);
    const newcomer = { user: id, role, userType, isBesideSlots, isFounder };
    await change.ofPerson(
      id,
      (facts, known, by) =>
        facts.users.has(id)
          ? accepted()
          : together(
              decideRegistration(known, newcomer, by),
              method === 'password'
                ? accepted()
                : accepted({
                    type: 'AuthenticationMethodChanged',
                    data: { user: id, because: by.because, method },
                  }),
            ),
      async () => {
        await this.assertFree(account, id, record);
        if (!(await records.add(account, id, record))) throw new Refusal(accessErrors, 'username_taken');
        if (password !== undefined) await passwords.put(account, id, password);
      },
    );
    await invitations.invite(account, id);
  }

  /** Invites an existing user who was given a slot and never signed in. */
  invite(account: AccountId, user: UserId): Promise<void> {
    return this.options.invitations.invite(account, user);
  }

  /** Changes a user's data and role, atomically. One's own e-mail requires the current password. */
  async edit(principal: Principal, id: string, body: EditUser): Promise<void> {
    const { changes, state, records } = this.options;
    const { accountId } = principal;
    // Done before the turn is taken, because verifying a password is slow.
    const isProven = await this.provesOwnEmail(principal, id, body);
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
            decidePerson(facts, known, user, { kind: 'edit', fields, consent: body.consent, isProven }, by),
            decidePerson(facts, known, user, { kind: 'role', role, userType: body.user_type ?? null }, by),
          ),
        async () => {
          if (fields.length === 0) return;
          await this.assertFree(accountId, user, after);
          if (!(await records.write(accountId, user, after))) {
            throw new Refusal(accessErrors, 'username_taken');
          }
          // The old address's owner must not be able to sign in by it.
          if (fields.includes('email')) await this.options.identities.unlink({ accountId, userId: user });
        },
      );
      if (fields.includes('email')) {
        await this.options.invitations.readdress(accountId, user, before.email);
      }
    });
  }

  /**
   * Whether the user confirmed the current password; required to change the address that password links are sent to.
   */
  private async provesOwnEmail(principal: Principal, id: string, body: EditUser): Promise<boolean> {
    const { state, records, oneself } = this.options;
    const { accountId, userId: user } = principal;
    await state.settle();
    // Users of a directory have no password.
    if (id !== user || state.known.users.get(user)?.method !== 'password') return false;
    const before = await records.one(accountId, user);
    if (before === null || before.email === body.email) return false;
    if (!body.consent) throw new Refusal(accessErrors, 'consent_required');
    const typed = present.safeParse({ current: body.current || undefined });
    if (!typed.success) throw new InvalidRequest(typed.error);
    await oneself.provePassword(principal, typed.data.current);
    return true;
  }

  /** Sets a temporary password, which the user must replace at the next sign-in. Returns a generated one. */
  async setPassword(principal: Principal, id: string, body: SetPassword): Promise<string | null> {
    const { changes, state, passwords } = this.options;
    const { accountId } = principal;
    await state.settle();
    const { id: user } = new AccountScope(state, accountId).person(id);
    const generated = body.generate_password ? generatePassword(passwords.rulesOf(accountId)) : null;
    const command = {
      kind: 'set-password',
      how: generated === null ? 'by_administrator' : 'generated',
    } as const;
    const decide: Decide = (facts, known, by) => decidePerson(facts, known, user, command, by);
    // Permission is checked first, so that faults of a password are revealed only to authorized callers.
    await changes.ahead(accountId, authorOf(principal), decide);
    const password = generated ?? body.password ?? '';
    const password_confirmation = generated ?? body.password_confirmation ?? '';
    await passwords.judge(accountId, user, { password, password_confirmation });
    // Done before the turn is taken, because hashing is slow.
    const hash = await passwords.hashed(password);
    await changes.within(accountId, authorOf(principal), reasonOf(body), async (change) => {
      await change.ofPerson(user, decide, () => passwords.putHash(accountId, user, hash));
      // A pending reset link would override the new password.
      await this.options.links.revoke(accountId, user);
    });
    return generated;
  }

  /** Applies commands without further input: locking, methods, resets, lost phones. */
  async apply(principal: Principal, id: string, command: PlainCommand, reason: Reason): Promise<void> {
    const { changes, state, secondFactor } = this.options;
    const { accountId } = principal;
    const { kind } = command;
    if (kind === 'method') this.assertOffered(command.method);
    await changes.within(accountId, authorOf(principal), reason, async (change) => {
      await state.settle();
      const { id: userId } = new AccountScope(state, accountId).person(id);
      const decide: Decide = (facts, known, by) => decidePerson(facts, known, userId, command, by);
      const withdraw = () => this.withdraw(kind, accountId, userId);
      // The vault is changed before the event, because after a crash a repeated command would be refused as done; and
      // again after it, for secrets issued in between.
      await change.ofPerson(userId, decide, withdraw);
      await withdraw();
      if (kind === 'remove-otp') await secondFactor.tellRemoved({ accountId, userId });
      if (kind === 'force-reset') await this.options.resets.force(accountId, userId);
      // The counted failures are removed too: otherwise the next one would lock the name again.
      if (kind === 'unlock' || kind === 'release-sign-in') {
        await this.options.signIn.release(accountId, userId);
      }
    });
  }

  /** Removes credentials of the user that the command invalidates. */
  private async withdraw(kind: PlainCommand['kind'], accountId: AccountId, userId: UserId): Promise<void> {
    const { secondFactor, passwords, identities, links } = this.options;
    if (kind === 'remove-otp') await secondFactor.forget({ accountId, userId });
    // An attacker who knows the old password must not be able to choose the next one with it.
    if (kind === 'method' || kind === 'force-reset') await passwords.retire(accountId, userId);
    if (kind === 'method') await identities.unlink({ accountId, userId });
    if (kind === 'method' || kind === 'force-reset' || kind === 'lock') await links.revoke(accountId, userId);
  }

  /** Refuses methods that this installation does not offer. */
  private assertOffered(method: AuthenticationMethod): void {
    if (!this.options.methods.includes(method)) throw new Refusal(accessErrors, 'method_not_offered');
  }

  /** Refuses with `username_invalid`. */
  assertUsername({ username }: Pick<PersonRecord, 'username'>): void {
    if (!isUsername(username)) throw new Refusal(accessErrors, 'username_invalid');
  }

  /** Refuses with `username_invalid`, `username_taken` and `email_taken`. Must run within a turn of the account. */
  async assertFree(account: AccountId, user: UserId, record: PersonRecord): Promise<void> {
    this.assertUsername(record);
    const { state, records } = this.options;
    const other = new AccountScope(state, account).withEmail(record.email);
    if (other !== null && other.id !== user) throw new Refusal(accessErrors, 'email_taken');
    const holder = await records.holderOf(account, record.username);
    if (holder === null || holder === user) return;
    // A record left by a crash, whose user was never registered, does not block the name.
    if (state.known.users.has(holder)) throw new Refusal(accessErrors, 'username_taken');
    await records.remove(account, holder);
  }
}

/** Words that an attacker who knows the user would try first. */
const wordsOf = ({ username, first_name, last_name, email }: PersonRecord): readonly string[] => [
  username,
  first_name,
  last_name,
  email,
];

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

/** Absent fields are unchanged. */
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
