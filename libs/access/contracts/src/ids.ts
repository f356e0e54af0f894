import { z } from 'zod';

export const accountId = z.uuid().brand<'AccountId'>();
export type AccountId = z.infer<typeof accountId>;

export const userId = z.uuid().brand<'UserId'>();
export type UserId = z.infer<typeof userId>;

export const sessionId = z.uuid().brand<'SessionId'>();
export type SessionId = z.infer<typeof sessionId>;
