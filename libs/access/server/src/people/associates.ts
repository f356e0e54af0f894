import type { Principal, ReadAssociates, UserId } from '@cotejo/access-contracts';
import { permissionIn } from '@cotejo/access-domain';

/** Milliseconds of caching: a new team takes effect in lists of users with this delay. */
const KEPT_MS = 15_000;
const MOST_KEPT = 2000;
const NOBODY: ReadonlySet<UserId> = new Set();

/** Associated users of a user, cached, as far as permissions depend on them. */
export class Associates {
  private read: ReadAssociates = () => Promise.resolve(NOBODY);
  private readonly kept = new Map<UserId, { readonly until: number; readonly people: ReadonlySet<UserId> }>();

  constructor(private readonly now: () => Date) {}

  /** Sets the source; until then no user has associates. */
  learnFrom(read: ReadAssociates): void {
    this.read = read;
  }

  /** Only read for users who may list only associated users; empty for all others. */
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
