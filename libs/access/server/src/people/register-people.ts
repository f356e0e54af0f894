import { randomUUID } from 'node:crypto';
import {
  accessErrors,
  accountId,
  accountStream,
  userId,
  userStream,
  type AccountId,
  type Role,
  type UserId,
  type UserType,
} from '@cotejo/access-contracts';
import { initialsOf, normalizedUsername } from '@cotejo/access-domain';
import { EventStoreError, type EventStore, type NewEvent } from '@cotejo/event-store';
import { Refusal } from '@cotejo/http/contracts';
import { hashPassword } from '../sign-in/password-hash.ts';
import type { PeopleVault } from '../vault/people-vault.ts';
import { accessEventToAppend } from './access-event-to-append.ts';

export const PASSWORD_MIN_LENGTH = 12;
export const PASSWORD_MAX_LENGTH = 128;

export interface OpenAccount {
  /** Fixed id for seeds; random by default. */
  readonly id?: AccountId;
  readonly name: string;
  readonly pkg?: string;
  readonly edition: 'internal' | 'firm';
  readonly demo?: boolean;
}

export interface RegisterUser {
  readonly id?: UserId;
  readonly accountId: AccountId;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly position?: string | null;
  readonly initials?: string;
  readonly role: Role;
  readonly userType: UserType;
  readonly isSuperuser?: boolean;
  readonly groups?: readonly number[];
  /** Null for a user who can't sign in with a password. */
  readonly password: string | null;
}

export interface RegisterPeopleOptions {
  readonly store: EventStore;
  readonly people: PeopleVault;
  readonly now: () => Date;
}

/** Opens accounts and registers users: personal data in the vault, decisions in the log. */
export class RegisterPeople {
  constructor(private readonly options: RegisterPeopleOptions) {}

  /** Refuses with `account_exists`. `actor` is a user id or `system:<name>`. */
  async openAccount(command: OpenAccount, actor: string): Promise<AccountId> {
    const account = command.id ?? accountId.parse(randomUUID());
    const { name, pkg = 'audit', edition, demo = false } = command;
    const added = await this.options.people.addAccount({ id: account, name, pkg });
    if (!added && !(await this.isLeftover(command.id, accountStream(account)))) {
      throw new Refusal(accessErrors, 'account_exists');
    }
    const event = accessEventToAppend(
      { type: 'AccountOpened', data: { account, edition, demo } },
      { actor, account, now: this.options.now() },
    );
    await this.startStream(accountStream(account), event, 'account_exists', () =>
      this.options.people.forgetAccount(account),
    );
    return account;
  }

  /** Refuses with `username_taken` and `password_length`. */
  async registerUser(command: RegisterUser, actor: string): Promise<UserId> {
    const { accountId: account, password } = command;
    if (password !== null) assertPassword(password);
    const user = command.id ?? userId.parse(randomUUID());
    const added = await this.options.people.addPerson(
      {
        accountId: account,
        id: user,
        username: normalizedUsername(command.username),
        firstName: command.firstName,
        lastName: command.lastName,
        email: command.email,
        initials: command.initials ?? initialsOf(command.firstName, command.lastName),
        position: command.position ?? null,
      },
      password === null ? null : await hashPassword(password),
      this.options.now(),
    );
    if (!added && !(await this.isLeftover(command.id, userStream(user)))) {
      throw new Refusal(accessErrors, 'username_taken');
    }
    const event = accessEventToAppend(
      {
        type: 'UserRegistered',
        data: {
          user,
          account,
          role: command.role,
          userType: command.userType,
          isSuperuser: command.isSuperuser ?? false,
          groups: [...(command.groups ?? [])],
        },
      },
      { actor, account, now: this.options.now() },
    );
    await this.startStream(userStream(user), event, 'username_taken', () =>
      this.options.people.forgetPerson(account, user),
    );
    return user;
  }

  /** Whether the row was left by a crash between vault and log; a repeated call with the same id may continue. */
  private async isLeftover(id: AccountId | UserId | undefined, stream: string): Promise<boolean> {
    if (id === undefined || (await this.options.store.head(stream)) !== null) return false;
    return this.options.people.holds(id);
  }

  /** Appends the first event of a stream; if the stream exists, the vault's changes are reverted. */
  private async startStream(
    stream: string,
    event: NewEvent,
    code: 'account_exists' | 'username_taken',
    takeBack: () => Promise<void>,
  ): Promise<void> {
    try {
      await this.options.store.append({ stream, expected: 'no-stream', events: [event] });
    } catch (error) {
      if (!(error instanceof EventStoreError) || error.kind !== 'conflict') throw error;
      await takeBack();
      throw new Refusal(accessErrors, code);
    }
  }
}

/** Refuses with `password_length`; for callers with other work before registering the user. */
export function assertPassword(password: string): void {
  const length = [...password].length;
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH) {
    throw new Refusal(accessErrors, 'password_length', {
      params: { least: PASSWORD_MIN_LENGTH, most: PASSWORD_MAX_LENGTH },
    });
  }
}
