import { z } from 'zod';

export const accountId = z.uuid().brand<'AccountId'>();
export type AccountId = z.infer<typeof accountId>;

export const userId = z.uuid().brand<'UserId'>();
export type UserId = z.infer<typeof userId>;

export const sessionId = z.uuid().brand<'SessionId'>();
export type SessionId = z.infer<typeof sessionId>;

/** A custom role of an account; built-in roles are identified by their type. */
export const customRoleId = z.uuid().brand<'CustomRoleId'>();
export type CustomRoleId = z.infer<typeof customRoleId>;

export const slotId = z.uuid().brand<'SlotId'>();
export type SlotId = z.infer<typeof slotId>;

/** Free text given as a reason; stored in the vault. */
export const noteId = z.uuid().brand<'NoteId'>();
export type NoteId = z.infer<typeof noteId>;
