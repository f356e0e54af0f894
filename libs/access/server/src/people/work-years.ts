import type { AccountId, ReadYears, YearSettings } from '@cotejo/access-contracts';

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
