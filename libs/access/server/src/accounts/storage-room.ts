import { accessErrors, type AccountId } from '@cotejo/access-contracts';
import { Refusal } from '@cotejo/http/contracts';

/** So long a count of what an account stores is taken for granted while there is room, in milliseconds. */
const COUNTED_FOR_MS = 10_000;

export interface StorageRoomOptions {
  /** Bytes that the account may store; null = no limit. */
  readonly quotaOf: (account: AccountId) => number | null;
  /** Bytes that it stores. */
  readonly used: (account: AccountId) => Promise<number>;
  /** Milliseconds on a clock that nobody sets. */
  readonly elapsed?: () => number;
}

interface Counted {
  readonly at: number;
  /** With what was let in since. */
  used: number;
}

/**
 * Whether an account may store more. Asked before anything is stored; what is let in counts at once here, and at
 * other nodes within ten seconds. Nobody is refused on an old count.
 */
export class StorageRoom {
  private readonly counted = new Map<AccountId, Counted>();

  constructor(private readonly options: StorageRoomOptions) {}

  /** `bytes` more, when `freed` of what is there go. */
  async allows(account: AccountId, bytes: number, freed = 0): Promise<boolean> {
    const quota = this.options.quotaOf(account);
    // What takes no more than it gives back is no reason to refuse, also where a quota was lowered.
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
