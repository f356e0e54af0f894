import { z } from 'zod';
import { accountEvents } from './events-of-account.ts';
import { userEvents } from './events-of-user.ts';

/**
 * Events of access: they carry ids and decisions, never names, e-mails or secrets (those lie in the
 * vault, so that a person can be forgotten while the log still verifies). Author and moment are in the meta
 * of each event; the reason of a change is its `because`.
 * Streams: `account-<id>`, `user-<id>`.
 */
export const accessEvent = z.discriminatedUnion('type', [...accountEvents, ...userEvents]);
export type AccessEvent = z.infer<typeof accessEvent>;

export const accountStream = (id: string): string => `account-${id}`;
export const userStream = (id: string): string => `user-${id}`;
