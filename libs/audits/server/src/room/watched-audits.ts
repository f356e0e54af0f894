import type { Principal } from '@cotejo/access-contracts';
import type { Audience } from '@cotejo/rooms/server';
import type { AuditRoom } from './audit-room.ts';
import { bytesOf } from './rooms-to-unload.ts';

/** Limits, in estimated bytes, of the audits open at once on a node: an open audit is never unloaded. */
export interface WatchedLimits {
  readonly personBytes: number;
  readonly accountBytes: number;
}

const MIB = 1024 * 1024;
/** Per user, some dozen audits of 10,000 items each; per account, the memory budget of a whole node. */
export const defaultWatchedLimits: WatchedLimits = { personBytes: 256 * MIB, accountBytes: 512 * MIB };

/** Milliseconds for which an admitted user counts before their connection has joined the room. */
const ENTERING_MS = 5_000;

type Holder = Pick<Principal, 'userId' | 'accountId'>;
type Watched = Pick<AuditRoom, 'auditId' | 'hot'>;

/** Audits open on this node, by user and account. */
export class WatchedAudits {
  private readonly open = new Map<Audience<Principal>, Watched>();
  private entering: { readonly who: Holder; readonly room: Watched; readonly until: number }[] = [];

  constructor(
    private readonly limits: WatchedLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @returns unsubscribes the audience */
  watch(room: Watched, audience: Audience<Principal>): () => void {
    this.open.set(audience, room);
    return () => void this.open.delete(audience);
  }

  /**
   * Whether a user may open one more audit; if so, it counts from now on. The first audit is always admitted,
   * however large, and one that is open already costs nothing more.
   */
  admits(who: Holder, room: Watched): boolean {
    const { personBytes, accountBytes } = this.limits;
    const now = this.now();
    this.entering = this.entering.filter(({ until }) => until > now);
    const ofAccount = this.watchedBy(({ accountId }) => accountId === who.accountId);
    const ofPerson = this.watchedBy(
      ({ accountId, userId }) => accountId === who.accountId && userId === who.userId,
    );
    if (!fits(ofAccount, room, accountBytes) || !fits(ofPerson, room, personBytes)) return false;
    this.entering.push({ who, room, until: now + ENTERING_MS });
    return true;
  }

  private watchedBy(isOf: (who: Holder) => boolean): ReadonlyMap<string, Watched> {
    const found = new Map<string, Watched>();
    for (const [audience, room] of this.open)
      for (const { principal } of audience.members())
        if (isOf(principal)) {
          found.set(room.auditId, room);
          break;
        }
    for (const { who, room } of this.entering) if (isOf(who)) found.set(room.auditId, room);
    return found;
  }
}

function fits(watched: ReadonlyMap<string, Watched>, room: Watched, most: number): boolean {
  if (watched.size === 0 || watched.has(room.auditId)) return true;
  const held = [...watched.values()].reduce((sum, one) => sum + bytesOf(one), 0);
  return held + bytesOf(room) <= most;
}
