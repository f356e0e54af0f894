import { port } from '@cotejo/record/port';
import type { StorageQuota } from './calls-of-account.ts';
import type { AccessDirectory } from './directory.ts';
import type { AccountId, UserId } from './ids.ts';
import type { YearSettings } from './calls-of-people.ts';

export const ACCESS_DIRECTORY = port<AccessDirectory>('access directory');

/** The storage quota of accounts. */
export interface AccountStorage {
  /** Whether the quota allows this many more bytes; to be checked before storing anything. */
  allows(account: AccountId, bytes: number): Promise<boolean>;
  quota(account: AccountId): Promise<StorageQuota>;
}
export const ACCOUNT_STORAGE = port<AccountStorage>('account storage');

/** Stored bytes by account; accounts without any may be left out. */
export type StoredBytes = (accounts: readonly AccountId[]) => Promise<ReadonlyMap<string, number>>;
/** What a context stores for accounts, counted against their quotas. */
export const STORED_BYTES = port<StoredBytes>('stored bytes');

/** Storage of an account reserved by unfinished uploads, by user. */
export type ReservedBytes = (
  account: AccountId,
) => Promise<readonly { readonly user: string; readonly uploads: number; readonly bytes: number }[]>;
export const RESERVED_BYTES = port<ReservedBytes>('reserved bytes');

/** Reads a user's associates; provided by the contexts that know them. */
export type ReadAssociates = (account: AccountId, user: UserId) => Promise<ReadonlySet<UserId>>;
export const ASSOCIATES = port<ReadAssociates>('associates');

/** Reads the year settings of an account; provided by the context that keeps its calendar. */
export type ReadYears = (account: AccountId) => Promise<YearSettings[]>;
export const WORK_YEARS = port<ReadYears>('work years');
