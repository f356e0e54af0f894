import { z } from 'zod';
import { accountId, sessionId, userId } from './ids.ts';
import { role, userType } from './roles.ts';

/**
 * Events of access: they carry ids and decisions, never names, e-mails or secrets (those lie in the
 * vault, so that a person can be forgotten while the log still verifies).
 * Streams: `account-<id>`, `user-<id>`.
 */
export const accessEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('AccountOpened'),
    data: z.object({ account: accountId, edition: z.enum(['internal', 'firm']), demo: z.boolean() }),
  }),
  z.object({
    type: z.literal('UserRegistered'),
    data: z.object({
      user: userId,
      account: accountId,
      role,
      userType,
      isSuperuser: z.boolean(),
      groups: z.array(z.number().int()),
    }),
  }),
  z.object({
    type: z.literal('SignedIn'),
    data: z.object({ user: userId, session: sessionId, expiresAt: z.iso.datetime() }),
  }),
  z.object({
    type: z.literal('SignedOut'),
    data: z.object({ user: userId, session: sessionId, reason: z.enum(['logout', 'expired', 'revoked']) }),
  }),
]);
export type AccessEvent = z.infer<typeof accessEvent>;

export const accountStream = (id: string): string => `account-${id}`;
export const userStream = (id: string): string => `user-${id}`;
