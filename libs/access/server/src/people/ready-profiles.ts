import { accessCalls, type Principal, type UserId } from '@cotejo/access-contracts';
import { ReadyAnswer, type ReadyCall } from '@cotejo/http/server';
import type { AccessState } from '../state/access-state.ts';
import { profileOf } from './profile.ts';

interface Kept {
  readonly revision: number;
  readonly pending: Principal['pending'];
  readonly answer: ReadyAnswer;
}

/** Cached profiles; well above the number of concurrent users of a node. */
const MOST_KEPT = 5_000;

/**
 * Serialized answers of `users/@me`, the first call of every page; cached per user until the account's state changes.
 */
export class ReadyProfiles implements ReadyCall<Principal> {
  readonly call = accessCalls.oneself.me;
  private readonly kept = new Map<UserId, Kept>();

  constructor(private readonly state: AccessState) {}

  answerTo = (principal: Principal): ReadyAnswer | null => {
    const { userId, accountId, pending } = principal;
    const revision = this.state.revisionOf(accountId);
    const kept = this.kept.get(userId);
    // `pending` depends on the session; everything else on the account's state.
    if (kept?.revision === revision && kept.pending === pending) return kept.answer;
    const profile = profileOf(this.state, principal);
    if (profile === null) return null;
    const answer = new ReadyAnswer(profile);
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(userId, { revision, pending, answer });
    return answer;
  };
}
