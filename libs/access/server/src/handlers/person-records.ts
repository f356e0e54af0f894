import type { Principal } from '@cotejo/access-contracts';
import type { UserFacts } from '@cotejo/access-domain';
import type { Handlers } from '@cotejo/http/server';
import { AccountScope } from '../scope/account-scope.ts';
import { sessionRowOf } from '../people/session-row.ts';
import { reasonOf } from '../state/change-access.ts';
import type { personRecordCalls } from './people.ts';
import type { Served } from './served.ts';

/** A user's sessions, access history, and export and erasure of personal data. */
export function personRecordHandlers({ access }: Served): Handlers<typeof personRecordCalls, Principal> {
  const { endSessions, history, personalData } = access.admin;
  const person = ({ accountId }: Principal, id: string): UserFacts =>
    new AccountScope(access.state, accountId).person(id);
  return {
    sessions: async ({ principal, params, language }) => {
      const { accountId, sessionId: own } = principal;
      const sessions = await access.sessions.of({ accountId, userId: person(principal, params.id).id });
      const unknown = access.texts('device.unknown', language);
      return sessions.map((session) => sessionRowOf(session, { own, unknown }));
    },
    endSessions: async ({ principal, params, query }) => ({
      ended: await endSessions.of(principal, params.id, reasonOf(query)),
    }),
    history: async ({ principal, params }) => [
      ...(await history.ofPerson(principal.accountId, person(principal, params.id).id)),
    ],
    exportData: ({ principal, params }) => personalData.give(principal, params.id),
    forget: async ({ principal, params, query }) => {
      await personalData.forget(principal, params.id, reasonOf(query));
      return { forgotten: true };
    },
  };
}
