import { createHash } from 'node:crypto';
import {
  accessErrors,
  passwordRulesOfWire,
  PUBLIC_SETTINGS,
  type AccountId,
  type PasswordRulesOnWire,
  type Principal,
  type publicSetting,
  type ReservedBytes,
  type StorageQuota,
  type StorageReservation,
  type StoredBytes,
  userId,
} from '@cotejo/access-contracts';
import { decideAccount, type AccountCommand } from '@cotejo/access-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { z } from 'zod';
import { AccountScope } from '../scope/account-scope.ts';
import type { AccessState } from '../state/access-state.ts';
import { authorOf, type ChangeAccess, type Prepare, type Reason } from '../state/change-access.ts';
import type { AccountVault, Logo } from './account-vault.ts';
import { StorageRoom } from './storage-room.ts';
import { assertSetting } from './public-settings.ts';

type Setting = z.infer<typeof publicSetting>;

export interface KeepAccountOptions {
  readonly state: AccessState;
  readonly changes: ChangeAccess;
  readonly vault: AccountVault;
}

/** Use cases on an account's own settings. Refusals are those of the calls. */
export class KeepAccount {
  private readonly stores: StoredBytes[] = [];
  private readonly arriving: ReservedBytes[] = [];
  /** Quota check, to be called before anything of an account is stored. */
  readonly room = new StorageRoom({
    quotaOf: (account) => this.scope(account).account.quota,
    used: async (account) => (await this.storage([account])).get(account) ?? 0,
  });

  constructor(private readonly options: KeepAccountOptions) {
    this.stores.push((accounts) => options.vault.storage(accounts));
  }

  /** Registers another context's stored bytes. */
  alsoStored(bytes: StoredBytes): void {
    this.stores.push(bytes);
  }

  /** Registers another context's reserved bytes. */
  alsoReserved(bytes: ReservedBytes): void {
    this.arriving.push(bytes);
  }

  async quota(account: AccountId): Promise<StorageQuota> {
    const [used, reserved] = await Promise.all([this.storage([account]), this.reserved(account)]);
    return {
      used: used.get(account) ?? 0,
      total: this.scope(account).account.quota,
      reserved: reserved.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  /** Reserved storage by user. */
  async reservations(account: AccountId): Promise<readonly StorageReservation[]> {
    const reserved = await this.reserved(account);
    return reserved.map(({ user, uploads, bytes }) => {
      const person = this.options.state.person(account, userId.parse(user));
      return {
        user_id: user,
        name: person ? `${person.firstName} ${person.lastName}` : user,
        uploads,
        bytes,
      };
    });
  }

  private async reserved(account: AccountId): Promise<Awaited<ReturnType<ReservedBytes>>> {
    return (await Promise.all(this.arriving.map((bytes) => bytes(account)))).flat();
  }

  /** Stored bytes of each account; see `storageQuota` of the contracts. */
  async storage(accounts: readonly AccountId[]): Promise<ReadonlyMap<AccountId, number>> {
    const parts = await Promise.all(this.stores.map((stored) => stored(accounts)));
    return new Map(
      accounts.map((account) => [account, parts.reduce((sum, bytes) => sum + (bytes.get(account) ?? 0), 0)]),
    );
  }

  /** The known settings, with defaults where the account has no value. */
  publicSettings(account: AccountId): readonly Setting[] {
    const { settings } = this.scope(account).account;
    return Object.entries(PUBLIC_SETTINGS).map(([key, usual]) => ({
      key,
      value: settings.has(key) ? (settings.get(key) ?? null) : usual,
    }));
  }

  async setPublicSetting(principal: Principal, { key, value }: Setting, reason: Reason): Promise<void> {
    assertSetting(key, value);
    await this.decide(principal, { kind: 'setting', key, value }, reason);
  }

  logo(account: AccountId): Promise<Logo | null> {
    return this.options.vault.logo(account);
  }

  /** Refuses with `logo_format` (by the first bytes, not by the declared type) and `storage_exceeded`. */
  async setLogo(principal: Principal, bytes: Uint8Array, reason: Reason): Promise<string> {
    const type = imageTypeOf(bytes);
    if (type === null) throw new Refusal(accessErrors, 'logo_format');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { accountId } = principal;
    const { vault } = this.options;
    await this.decide(principal, { kind: 'logo', sha256 }, reason, async () => {
      const before = (await vault.storage([accountId])).get(accountId) ?? 0;
      await this.room.demand(accountId, bytes.length, before);
      await vault.keepLogo(accountId, { sha256, type, bytes });
    });
    return sha256;
  }

  async removeLogo(principal: Principal, reason: Reason): Promise<boolean> {
    const had = this.scope(principal.accountId).account.logo !== null;
    await this.decide(principal, { kind: 'logo', sha256: null }, reason, () =>
      this.options.vault.removeLogo(principal.accountId),
    );
    return had;
  }

  setPasswordRules(principal: Principal, told: PasswordRulesOnWire, reason: Reason): Promise<void> {
    return this.decide(principal, { kind: 'password-rules', rules: passwordRulesOfWire(told) }, reason);
  }

  requireSecondFactor(principal: Principal, required: boolean, reason: Reason): Promise<void> {
    return this.decide(principal, { kind: 'second-factor', required }, reason);
  }

  /** `from`: address of the request, which must stay allowed. */
  setAddresses(
    principal: Principal,
    { ranges, from }: { readonly ranges: readonly string[]; readonly from: string },
    reason: Reason,
  ): Promise<void> {
    return this.decide(principal, { kind: 'addresses', ranges, from }, reason);
  }

  private async decide(
    principal: Principal,
    command: AccountCommand,
    reason: Reason,
    prepare?: Prepare,
  ): Promise<void> {
    await this.options.changes.within(principal.accountId, authorOf(principal), reason, async (change) => {
      await change.ofAccount((_, account, by) => decideAccount(account, command, by), prepare);
    });
  }

  private scope(account: AccountId): AccountScope {
    return new AccountScope(this.options.state, account);
  }
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** JPG or PNG by its signature; null for anything else. */
export function imageTypeOf(bytes: Uint8Array): Logo['type'] | null {
  const begins = (signature: readonly number[]): boolean =>
    signature.every((byte, index) => bytes[index] === byte);
  if (begins(PNG)) return 'image/png';
  return begins(JPEG) ? 'image/jpeg' : null;
}
