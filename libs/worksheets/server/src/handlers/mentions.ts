import type { Principal } from '@cotejo/access-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { mentionCalls } from '@cotejo/worksheets-contracts';
import { markSeen, readMentions } from '../mentions/read-mentions.ts';
import type { WorksheetsServices } from '../worksheets-services.ts';

/** Mentions of the caller; never of another user. */
export const mentionHandlers = (services: WorksheetsServices): Handlers<typeof mentionCalls, Principal> => ({
  mine: ({ principal }) => readMentions(services, principal),
  read: async ({ principal, body: { menciones } }) => {
    const { db, clock, seenMentions } = services;
    await markSeen(db, principal, menciones ?? null, clock());
    seenMentions.seen();
    return readMentions(services, principal);
  },
});
