import { randomUUID } from 'node:crypto';
import { accessErrors, noteId, type Principal } from '@cotejo/access-contracts';
import { mayHandle } from '@cotejo/access-domain';
import { Refusal } from '@cotejo/http/contracts';
import type { AccessNotes } from '../history/access-notes.ts';
import { AccountScope } from '../scope/account-scope.ts';
import type { Sessions } from '../sign-in/sessions.ts';
import type { AccessState } from '../state/access-state.ts';
import type { Reason } from '../state/change-access.ts';

export interface EndSessionsOptions {
  readonly state: AccessState;
  readonly sessions: Sessions;
  readonly notes: AccessNotes;
}

/** Ends all sessions of a user, by an administrator and with a reason. */
export class EndSessions {
  constructor(private readonly options: EndSessionsOptions) {}

  /** Returns the number of sessions. Refusals: `user_not_found`, `beyond_own_rights`. */
  async of(principal: Principal, id: string, { code, text }: Reason): Promise<number> {
    const { state, sessions, notes } = this.options;
    const { accountId: account, userId: actor } = principal;
    const scope = new AccountScope(state, account);
    const person = scope.person(id);
    if (!mayHandle(principal, scope.account, person)) throw new Refusal(accessErrors, 'beyond_own_rights');
    const { id: user } = person;
    const living = [...(state.known.sessionsOf.get(user) ?? [])];
    const note = text && living.length > 0 ? noteId.parse(randomUUID()) : null;
    if (text && note !== null) await notes.keep(note, account, text);
    return sessions.end({ account, user, actor }, living, 'revoked', { code, note });
  }
}
