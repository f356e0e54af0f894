import { z } from 'zod';
import { accountId } from './ids.ts';
import { authenticationMethod } from './roles.ts';

/** Permission map on the wire; rules in code can't be sent. */
export const toldPermissions = z.record(z.string(), z.union([z.number(), z.record(z.string(), z.number())]));

/**
 * Profile of the signed-in user (`users/@me`). Newer fields are optional: a browser may still have a profile stored by
 * an older release.
 */
export const userProfile = z.object({
  id: z.uuid(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.string(),
  is_superuser: z.boolean(),
  groups: z.array(z.number()),
  permissions: toldPermissions,
  product: z.string(),
  account_id: accountId,
  account_name: z.string(),
  user_type: z.string(),
  account_addons: z.array(z.string()),
  sigla: z.string(),
  /** Name of the user's custom role. */
  role_name: z.string().nullable().optional(),
  /** The account's overrides of role type defaults, by key (`PM`). */
  role_permissions: z.record(z.string(), toldPermissions).optional(),
  /** SHA-256 of the account's own logo, null when it has none. */
  account_logo: z.string().nullable().optional(),
  edition: z.enum(['internal', 'firm']).optional(),
  position: z.string().nullable().optional(),
  auth_method: authenticationMethod.optional(),
  otp_active: z.boolean().optional(),
  last_password_change: z.iso.datetime().nullable().optional(),
  last_login: z.iso.datetime().nullable().optional(),
  /** The user must choose a new password, on the page /profile/ResetPassword/. */
  reset_password: z.boolean().optional(),
  /** Action that the user must complete first. */
  pending: z.enum(['password_reset', 'second_factor', 'terms']).nullable().optional(),
  demo: z.boolean().optional(),
  language: z.enum(['es', 'en']).nullable().optional(),
  time_zone: z.string().optional(),
});
export type UserProfile = z.infer<typeof userProfile>;

/** The five items that the browser stores; a session with one missing or malformed is invalid. */
export const sessionData = z.object({
  token: z.string().min(1),
  type: z.string().min(1),
  /** Lifetime in seconds from `logged_in_at`. */
  expires_in: z.number(),
  logged_in_at: z.iso.datetime(),
  user: userProfile,
});
export type SessionData = z.infer<typeof sessionData>;

/** Message that the specification requires in the log when one of the five is missing or malformed. */
export const MALFORMED_SESSION = 'User data is malformed';
