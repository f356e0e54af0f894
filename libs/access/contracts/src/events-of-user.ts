import { z } from 'zod';
import { accountId, customRoleId, sessionId, userId } from './ids.ts';
import { because } from './reasons.ts';
import { authenticationMethod, role, userType } from './roles.ts';

/** Editable personal data in the vault; the log records which field changed, never its value. */
export const personalField = z.enum([
  'username',
  'first_name',
  'last_name',
  'email',
  'position',
  'area',
  'code',
]);
export type PersonalField = z.infer<typeof personalField>;

export const secondFactor = z.enum(['totp', 'mail']);
export type SecondFactor = z.infer<typeof secondFactor>;

const ofUser = { user: userId, because };

/**
 * Stream `user-<id>`: a user's access. The account is that of `UserRegistered` and never changes. Contains neither
 * names nor secrets: those are in the vault.
 */
export const userEvents = [
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
  /** `consent`: the author confirmed that the user agreed; required for names and e-mail. */
  z.object({
    type: z.literal('UserEdited'),
    data: z.object({ ...ofUser, fields: z.array(personalField).min(1), consent: z.boolean() }),
  }),
  z.object({
    type: z.literal('UserRoleChanged'),
    data: z.object({ ...ofUser, role, customRole: customRoleId.nullable() }),
  }),
  z.object({ type: z.literal('UserTypeChanged'), data: z.object({ ...ofUser, userType }) }),
  /** Only for product administrators. */
  z.object({
    type: z.literal('UserPrivilegesChanged'),
    data: z.object({ ...ofUser, isSuperuser: z.boolean(), groups: z.array(z.int()) }),
  }),
  z.object({ type: z.literal('UserLocked'), data: z.object(ofUser) }),
  z.object({ type: z.literal('UserUnlocked'), data: z.object(ofUser) }),
  z.object({
    type: z.literal('AuthenticationMethodChanged'),
    data: z.object({ ...ofUser, method: authenticationMethod }),
  }),
  /** An external directory or Google confirmed the user's identity for the first time. */
  z.object({
    type: z.literal('IdentityLinked'),
    data: z.object({ ...ofUser, method: z.enum(['azure_ad', 'google']) }),
  }),
  z.object({
    type: z.literal('PasswordChanged'),
    data: z.object({ ...ofUser, how: z.enum(['own', 'by_mail', 'by_administrator', 'generated']) }),
  }),
  /** The user must choose a new password before anything else. */
  z.object({ type: z.literal('PasswordResetForced'), data: z.object(ofUser) }),
  z.object({
    type: z.literal('SecondFactorEnrolled'),
    data: z.object({ ...ofUser, factor: secondFactor }),
  }),
  z.object({
    type: z.literal('SecondFactorRemoved'),
    data: z.object({ ...ofUser, factor: secondFactor }),
  }),
  z.object({
    type: z.literal('RecoveryCodesIssued'),
    data: z.object({ ...ofUser, count: z.int().positive() }),
  }),
  z.object({
    type: z.literal('RecoveryCodeUsed'),
    data: z.object({ ...ofUser, left: z.int().nonnegative() }),
  }),
  /** `terms_and_conditions`, `first_steps_video`…; `version` of the accepted text. */
  z.object({
    type: z.literal('PersonalEventRecorded'),
    data: z.object({
      user: userId,
      event: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/),
      version: z.string().max(80).nullable(),
    }),
  }),
  z.object({
    type: z.literal('SignedIn'),
    data: z.object({ user: userId, session: sessionId, expiresAt: z.iso.datetime() }),
  }),
  /** The session was opened with a mailed code in addition to the password; valid for this session. */
  z.object({
    type: z.literal('SecondFactorProved'),
    data: z.object({ user: userId, session: sessionId, factor: secondFactor }),
  }),
  z.object({
    type: z.literal('SignedOut'),
    data: z.object({
      user: userId,
      session: sessionId,
      reason: z.enum(['logout', 'expired', 'revoked']),
      /** Reason given by an actor who ended another user's session; null for the user's own logout and for expiry. */
      because: because.nullable(),
    }),
  }),
  /** Too many failed attempts for this user name: sign-in is locked until then. */
  z.object({
    type: z.literal('SignInThrottled'),
    data: z.object({ user: userId, until: z.iso.datetime() }),
  }),
  /** An administrator lifted the lock early. */
  z.object({ type: z.literal('SignInReleased'), data: z.object(ofUser) }),
  z.object({ type: z.literal('PersonalDataExported'), data: z.object(ofUser) }),
  /** The user's data in the vault is erased; their actions stay under their id. Irreversible. */
  z.object({ type: z.literal('UserForgotten'), data: z.object(ofUser) }),
] as const;
