import type { AccountId, YearSettings } from '@cotejo/access-contracts';

/** Reads the year settings of an account; provided by the context that keeps its calendar. */
export type ReadYears = (account: AccountId) => Promise<YearSettings[]>;

/** Year settings of accounts, which another context keeps. */
export class WorkYears {
  private read: ReadYears = () => Promise.resolve([]);

  /** Sets the source; until then no year has settings. */
  learnFrom(read: ReadYears): void {
    this.read = read;
  }

  of(account: AccountId): Promise<YearSettings[]> {
    return this.read(account);
  }
}
