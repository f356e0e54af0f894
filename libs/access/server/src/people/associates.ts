import type { AccountId, Principal, UserId } from '@cotejo/access-contracts';
import { permissionIn } from '@cotejo/access-domain';

/** Who works with somebody: known to those who keep the work, not to access. */
export type ReadAssociates = (account: AccountId, user: UserId) => Promise<ReadonlySet<UserId>>;

/** A new team shows this late in lists of people. */
const KEPT_MS = 15_000;
const MOST_KEPT = 2000;
const NOBODY: ReadonlySet<UserId> = new Set();

/** People who are associated with somebody, as far as what the person may do depends on it. */
export class Associates {
  private read: ReadAssociates = () => Promise.resolve(NOBODY);
  private readonly kept = new Map<UserId, { readonly until: number; readonly people: ReadonlySet<UserId> }>();

  constructor(private readonly now: () => Date) {}

  /** From then on these say it; nobody is associated before. */
  learnFrom(read: ReadAssociates): void {
    this.read = read;
  }

  /** Of whoever may list only associated people; of others nobody is asked about. */
  async of({ accountId, userId, permissions }: Principal): Promise<ReadonlySet<UserId>> {
    const said = permissionIn(permissions, 'users.list');
    if (typeof said !== 'object' || said['5'] !== 1) return NOBODY;
    const now = this.now().getTime();
    const kept = this.kept.get(userId);
    if (kept !== undefined && kept.until > now) return kept.people;
    const people = await this.read(accountId, userId);
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(userId, { until: now + KEPT_MS, people });
    return people;
  }
}
