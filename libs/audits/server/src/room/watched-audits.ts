import type { Principal } from '@cotejo/access-contracts';
import type { Audience } from '@cotejo/rooms/server';
import type { AuditRoom } from './audit-room.ts';
import { bytesOf } from './rooms-to-unload.ts';

/** Bytes (estimated) of the audits that one may have open at once on a node: an open audit is never let go. */
export interface WatchedLimits {
  readonly personBytes: number;
  readonly accountBytes: number;
}

const MIB = 1024 * 1024;
/** Some dozen audits of 10,000 items each for a person; for an account, as much as a node keeps of all. */
export const defaultWatchedLimits: WatchedLimits = { personBytes: 256 * MIB, accountBytes: 512 * MIB };

/** Milliseconds for which somebody who was let in counts before their connection is in the room. */
const ENTERING_MS = 5_000;

type Holder = Pick<Principal, 'userId' | 'accountId'>;
type Watched = Pick<AuditRoom, 'auditId' | 'hot'>;

/** Audits that people have open on this node, by person and account. */
export class WatchedAudits {
  private readonly open = new Map<Audience<Principal>, Watched>();
  private entering: { readonly who: Holder; readonly room: Watched; readonly until: number }[] = [];

  constructor(
    private readonly limits: WatchedLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @returns the way to say that nobody of them watches any more */
  watch(room: Watched, audience: Audience<Principal>): () => void {
    this.open.set(audience, room);
    return () => void this.open.delete(audience);
  }

  /**
   * Whether somebody may open one more; who may counts from now on. One audit always may be open, however large, and
   * one that is open already costs nothing more.
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
