import { z } from 'zod';
import { accountEvents } from './events-of-account.ts';
import { userEvents } from './events-of-user.ts';

/**
 * Events of access: they contain ids and decisions, never names, e-mails or secrets (those are in the vault, so that a
 * user can be erased while the log still verifies). Author and time are in each event's meta; the reason of a change is
 * its `because`. Streams: `account-<id>`, `user-<id>`.
 */
export const accessEvent = z.discriminatedUnion('type', [...accountEvents, ...userEvents]);
export type AccessEvent = z.infer<typeof accessEvent>;

export const accountStream = (id: string): string => `account-${id}`;
export const userStream = (id: string): string => `user-${id}`;
