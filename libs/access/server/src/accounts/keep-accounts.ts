import { randomUUID } from 'node:crypto';
import {
  accessErrors,
  accountId,
  DEFAULT_PACKAGE,
  slotId,
  userId,
  type AccountId,
  type accessCalls,
  type Principal,
  type SlotId,
  type UserId,
} from '@cotejo/access-contracts';
import {
  accepted,
  decideAccount,
  decideSlot,
  normalizedUsername,
  type AccountCommand,
} from '@cotejo/access-domain';
import { httpErrors, Refusal } from '@cotejo/http/contracts';
import type { BodyOf } from '@cotejo/http/server';
import { recordOf, type EditPeople } from '../people/edit-people.ts';
import type { PersonRecord } from '../people/person-record.ts';
import type { RegisterPeople } from '../people/register-people.ts';
import type { ResetLinks } from '../sign-in/reset-links.ts';
import { AccountScope } from '../scope/account-scope.ts';
import type { AccessState } from '../state/access-state.ts';
import { repeatableId } from '../state/repeatable-id.ts';
import {
  authorOf,
  productAuthorOf,
  reasonOf,
  together,
  type AccountChange,
  type ChangeAccess,
  type Reason,
} from '../state/change-access.ts';
import type { AccountVault } from './account-vault.ts';
import { tellOfConsultant, type TellOfConsultantOptions } from './tell-of-consultant.ts';

type Calls = (typeof accessCalls)['product'];
export type OpenAccountBody = BodyOf<Calls['openAccount']>;
export type ChangeAccountBody = BodyOf<Calls['changeAccount']>;
export type CreateSlotsBody = BodyOf<Calls['createSlots']>;
export type AdmitBody = BodyOf<Calls['admitConsultant']>;

export interface KeepAccountsOptions {
  readonly state: AccessState;
  readonly changes: ChangeAccess;
  readonly vault: AccountVault;
  readonly register: RegisterPeople;
  readonly people: EditPeople;
  readonly links: Pick<ResetLinks, 'revoke'>;
  readonly mail: TellOfConsultantOptions['mail'];
}

/** Input of the installation command in the terminal. */
export interface Installed {
  readonly name: string;
  /** Absent = `audit`. */
  readonly pkg?: string;
  readonly edition: 'internal' | 'firm';
  readonly record: PersonRecord;
  readonly password: string;
}

export interface Installation {
  readonly account: AccountId;
  readonly user: UserId;
  /** False where the account already existed. */
  readonly isNew: boolean;
}

/** Use cases of product administrators on accounts: the only ones that are not limited to one's own account. */
export class KeepAccounts {
  constructor(private readonly options: KeepAccountsOptions) {}

  /** Refuses with `not_found` for an unknown account. */
  scope(id: string): AccountScope {
    const scope = new AccountScope(this.options.state, id as AccountId);
    return scope.account.id === id ? scope : notFound();
  }

  /**
   * Opens an account with its first administrator, who receives a mail to choose a password. `key`: see `repeatableId`.
   */
  async open(principal: Principal, body: OpenAccountBody, key: string | undefined): Promise<AccountId> {
    const { state, register, changes, people } = this.options;
    const { admin, account_name: name, pkg, edition, quota } = body;
    const id = accountId.parse(repeatableId('account', principal.userId, key));
    const record = recordOf(admin, normalizedUsername(admin.username));
    people.assertUsername(record);
    await state.settle();
    if (state.account(id) === null) {
      this.refuseTaken(id, name, pkg);
      await register.openAccount({ id, name, pkg, edition }, principal.userId);
    }
    await changes.within(id, productAuthorOf(principal), reasonOf(body), async (change) => {
      await change.ofAccount((_, account, by) => decideAccount(account, { kind: 'quota', bytes: quota }, by));
      await people.register(change, id, {
        id: userId.parse(repeatableId(`administrator of ${id}`, principal.userId, key ?? id)),
        role: 'admin',
        userType: 'administrator',
        method: 'password',
        record,
        isBesideSlots: true,
      });
    });
    return id;
  }

  /**
   * Run in the terminal: creates an administrator with a password, and the account if it does not exist. The
   * installation's first user also administers the product. Refuses as adding users does.
   */
  async install(actor: string, told: Installed): Promise<Installation> {
    const { state, register, changes, people } = this.options;
    const { name, pkg = DEFAULT_PACKAGE, edition, record, password } = told;
    people.assertUsername(record);
    await state.settle();
    // Counts users, not accounts: an interrupted call may have opened an account without a user.
    const isFounder = state.known.users.size === 0;
    const known = state.accountNamed(name, pkg);
    const id = known ?? (await register.openAccount({ name, pkg, edition }, actor));
    const user = userId.parse(randomUUID());
    await state.settle();
    await changes.within(id, { name: actor, actor: null }, { code: 'upkeep' }, async (change) => {
      const role = { role: 'admin', userType: 'administrator', method: 'password' } as const;
      const beside = { isBesideSlots: true, isFounder };
      await people.register(change, id, { id: user, ...role, ...beside, record, password });
    });
    return { account: id, user, isNew: known === null };
  }

  /** Applies all given changes or none; unchanged values are skipped. */
  async change(principal: Principal, told: string, body: ChangeAccountBody): Promise<void> {
    const { id } = this.scope(told);
    const { changes, state, vault } = this.options;
    await changes.within(id, authorOf(principal), reasonOf(body), async (change) => {
      await state.settle();
      const before = state.account(id)?.name ?? notFound();
      const name = body.account_name ?? before.name;
      const pkg = body.pkg ?? before.pkg;
      const commands = commandsOf(body, {
        renamed: name !== before.name,
        repackaged: pkg !== before.pkg,
      });
      await change.ofAccount(
        (_, account, by) =>
          together(
            ...commands.map((command) => decideAccount(account, command, by)),
            body.suspended === undefined || body.suspended === account.suspended
              ? accepted()
              : decideAccount(account, { kind: body.suspended ? 'suspend' : 'reinstate' }, by),
          ),
        async () => {
          if (name === before.name && pkg === before.pkg) return;
          this.refuseTaken(id, name, pkg);
          if (!(await vault.rename(id, { name, pkg }))) throw new Refusal(accessErrors, 'account_exists');
        },
      );
      if (body.suspended === true) await this.options.links.revoke(id, null);
    });
  }

  createSlots(principal: Principal, told: string, body: CreateSlotsBody): Promise<readonly SlotId[]> {
    const slots = Array.from({ length: body.count }, () => slotId.parse(randomUUID()));
    const { type: slotType, pool, start_date: startsOn, due_date: dueOn } = body;
    return this.within(principal, told, reasonOf(body), async (change) => {
      await change.ofAccount((facts, account, by) =>
        decideSlot(facts, account, { kind: 'create', slots, pool, slotType, startsOn, dueOn }, by),
      );
      return slots;
    });
  }

  async dateSlot(
    principal: Principal,
    { id, slot: slotTold }: { readonly id: string; readonly slot: string },
    dates: { readonly start_date: string; readonly due_date: string | null },
    reason: Reason,
  ): Promise<void> {
    await this.within(principal, id, reason, async (change, scope) => {
      const { id: slot } = scope.slot(slotTold);
      const { start_date: startsOn, due_date: dueOn } = dates;
      await change.ofAccount((facts, account, by) =>
        decideSlot(facts, account, { kind: 'date', slot, startsOn, dueOn }, by),
      );
    });
  }

  async removeSlot(
    principal: Principal,
    { id, slot: slotTold }: { readonly id: string; readonly slot: string },
    reason: Reason,
  ): Promise<void> {
    await this.within(principal, id, reason, async (change, scope) => {
      const { id: slot } = scope.slot(slotTold);
      await change.ofAccount((facts, account, by) =>
        decideSlot(facts, account, { kind: 'remove', slot }, by),
      );
    });
  }

  /** Access is limited first and the user registered afterwards, so that no consultant has unlimited access. */
  admit(principal: Principal, told: string, body: AdmitBody, key: string | undefined): Promise<UserId> {
    const { people } = this.options;
    return this.within(principal, told, reasonOf(body), async (change, { id }) => {
      const user = userId.parse(repeatableId(`consultant of ${id}`, principal.userId, key));
      const record = recordOf(body, normalizedUsername(body.username));
      await people.assertFree(id, user, record);
      const admitted = await change.ofAccount((_, account, by) =>
        account.consultants.has(user) ? accepted() : decideAccount(account, { kind: 'admit', user }, by),
      );
      await people.register(change, id, {
        id: user,
        role: 'admin',
        userType: 'it_administrator',
        method: 'password',
        record,
        isBesideSlots: true,
      });
      if (admitted.length > 0) await tellOfConsultant(this.options, id, user);
      return user;
    });
  }

  async decideConsultant(
    principal: Principal,
    { id, user: told }: { readonly id: string; readonly user: string },
    kind: 'renew' | 'revoke',
    reason: Reason,
  ): Promise<UserId> {
    const user = userId.parse(told);
    return this.within(principal, id, reason, async (change, scope) => {
      await change.ofAccount((_, account, by) => decideAccount(account, { kind, user }, by));
      if (kind === 'renew') await tellOfConsultant(this.options, scope.id, user);
      return user;
    });
  }

  /** Compares without case for all scripts, which the database's `lower` may not do. */
  private refuseTaken(id: AccountId, name: string, pkg: string): void {
    const holder = this.options.state.accountNamed(name, pkg);
    if (holder !== null && holder !== id) throw new Refusal(accessErrors, 'account_exists');
  }

  private within<T>(
    principal: Principal,
    told: string,
    reason: Reason,
    work: (change: AccountChange, scope: AccountScope) => Promise<T>,
  ): Promise<T> {
    const { id } = this.scope(told);
    const { changes, state } = this.options;
    return changes.within(id, productAuthorOf(principal), reason, async (change) => {
      await state.settle();
      return work(change, this.scope(id));
    });
  }
}

function commandsOf(
  { edition, addons, quota, ranges, pkg }: ChangeAccountBody,
  { renamed, repackaged }: { readonly renamed: boolean; readonly repackaged: boolean },
): readonly AccountCommand[] {
  return [
    ...(renamed ? [{ kind: 'rename' } as const] : []),
    ...(repackaged && pkg !== undefined ? [{ kind: 'package', pkg } as const] : []),
    ...(edition === undefined ? [] : [{ kind: 'edition', edition } as const]),
    ...(addons === undefined ? [] : [{ kind: 'addons', addons } as const]),
    ...(quota === undefined ? [] : [{ kind: 'quota', bytes: quota } as const]),
    ...(ranges === undefined ? [] : [{ kind: 'addresses', ranges, from: null } as const]),
  ];
}

function notFound(): never {
  throw new Refusal(httpErrors, 'not_found');
}
