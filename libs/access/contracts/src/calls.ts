import { z } from 'zod';
import { defineErrors } from '@cotejo/http/contracts';
import { accountId } from './ids.ts';

/** Shapes of specification 1, section 7; field names are the contract's. */
export const validateUsernameBody = z.object({ u: z.string().trim().min(1).max(254) });

/** No name has control characters in it, and U+0000 is more than a database reads. */
const nameOf = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u);

/** The next step of sign-in; the same for names that exist and names that do not. */
export const validateUsernameAnswer = z.object({ method: z.enum(['password']) });

export const loginBody = z.object({
  username: nameOf(254).min(1),
  password: z.string().min(1).max(128),
  pkg: nameOf(60).default('audit'),
  account: nameOf(120).optional(),
});

export const userProfile = z.object({
  id: z.uuid(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.string(),
  is_superuser: z.boolean(),
  groups: z.array(z.number()),
  permissions: z.record(z.string(), z.union([z.number(), z.record(z.string(), z.number())])),
  product: z.string(),
  account_id: accountId,
  account_name: z.string(),
  user_type: z.string(),
  account_addons: z.array(z.string()),
  sigla: z.string(),
});
export type UserProfile = z.infer<typeof userProfile>;

/** The five items that the browser stores; a session with one missing or malformed is no session. */
export const sessionData = z.object({
  token: z.string().min(1),
  type: z.string().min(1),
  /** Seconds of life from `logged_in_at`. */
  expires_in: z.number(),
  logged_in_at: z.iso.datetime(),
  user: userProfile,
});
export type SessionData = z.infer<typeof sessionData>;

/** `[success, error, data]`. */
export const loginAnswer = z.union([
  z.tuple([z.literal(true), z.null(), sessionData]),
  z.tuple([z.literal(false), z.object({ error: z.string(), code: z.string() }), z.null()]),
]);
export type LoginAnswer = z.infer<typeof loginAnswer>;

/** A row of GET /users/. */
export const userRow = z.object({
  id: z.uuid(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.string(),
  user_type: z.string(),
  sigla: z.string(),
  position: z.string().nullable(),
  active: z.boolean(),
});
export type UserRow = z.infer<typeof userRow>;

/** POST /users/@me/ticket/: opens one socket within 30 s. */
export const ticketAnswer = z.object({ ticket: z.string() });

export const accessErrors = defineErrors('access-contracts', {
  invalid_credentials: 401,
  account_locked: 423,
  terms_required: 403,
  unauthorized_ip: 403,
  user_not_found: 404,
  ticket_refused: 401,
  account_exists: 409,
  username_taken: 409,
  password_length: 422,
});
