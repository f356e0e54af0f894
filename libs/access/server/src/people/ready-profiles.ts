import { accessCalls, type Principal, type UserId } from '@cotejo/access-contracts';
import { ReadyAnswer, type ReadyDoor } from '@cotejo/http/server';
import type { AccessState } from '../state/access-state.ts';
import { profileOf } from './profile.ts';

interface Kept {
  readonly revision: number;
  readonly pending: Principal['pending'];
  readonly answer: ReadyAnswer;
}

/** Profiles that are kept in words at once; far more people are not at work on one node. */
const MOST_KEPT = 5_000;

/** `users/@me`, with which every page begins: put into words once for each person until something changes. */
export class ReadyProfiles implements ReadyDoor<Principal> {
  readonly call = accessCalls.oneself.me;
  private readonly kept = new Map<UserId, Kept>();

  constructor(private readonly state: AccessState) {}

  answerTo = (principal: Principal): ReadyAnswer | null => {
    const { userId, accountId, pending } = principal;
    const revision = this.state.revisionOf(accountId);
    const kept = this.kept.get(userId);
    // What must be done first is of the session; all the rest is of what the log says of the account.
    if (kept?.revision === revision && kept.pending === pending) return kept.answer;
    const profile = profileOf(this.state, principal);
    if (profile === null) return null;
    const answer = new ReadyAnswer(profile);
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(userId, { revision, pending, answer });
    return answer;
  };
}
