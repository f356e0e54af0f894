import { accessErrors, type AccountId } from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';

/** Milliseconds for which a count of stored bytes may be used to allow further ones. */
const COUNTED_FOR_MS = 10_000;

export interface StorageRoomOptions {
  /** Bytes that the account may store; null = no limit. */
  readonly quotaOf: (account: AccountId) => number | null;
  /** Bytes stored by the account. */
  readonly used: (account: AccountId) => Promise<number>;
  /** Monotonic clock in milliseconds. */
  readonly elapsed?: () => number;
}

interface Counted {
  readonly at: number;
  /** Includes everything allowed since the count. */
  used: number;
}

/**
 * Quota check of accounts, called before anything is stored. Allowed bytes count at once on this node, and within ten
 * seconds on others. Refusals are always based on a fresh count.
 */
export class StorageRoom {
  private readonly counted = new Map<AccountId, Counted>();

  constructor(private readonly options: StorageRoomOptions) {}

  /** Whether `bytes` may be stored when `freed` bytes are removed. */
  async allows(account: AccountId, bytes: number, freed = 0): Promise<boolean> {
    const quota = this.options.quotaOf(account);
    // Storing no more than is freed is always allowed, even if the quota was lowered.
    if (quota === null || bytes <= freed) return true;
    const known = this.counted.get(account);
    const isFresh = known !== undefined && this.elapsed() - known.at < COUNTED_FOR_MS;
    if (isFresh && this.takes(known, quota, bytes, freed)) return true;
    const counted = { at: this.elapsed(), used: await this.options.used(account) };
    this.counted.set(account, counted);
    return this.takes(counted, quota, bytes, freed);
  }

  /** @throws Refusal `storage_exceeded` */
  async demand(account: AccountId, bytes: number, freed = 0): Promise<void> {
    if (!(await this.allows(account, bytes, freed))) throw new Refusal(accessErrors, 'storage_exceeded');
  }

  private takes(counted: Counted, quota: number, bytes: number, freed: number): boolean {
    if (counted.used + bytes - freed > quota) return false;
    counted.used += bytes - freed;
    return true;
  }

  private elapsed(): number {
    return (this.options.elapsed ?? (() => performance.now()))();
  }
}
