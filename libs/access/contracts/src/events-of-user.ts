import { z } from 'zod';
import { accountId, customRoleId, sessionId, userId } from './ids.ts';
import { because } from './reasons.ts';
import { authenticationMethod, role, userType } from './roles.ts';

/** What of a person lies in the vault and may be edited; the log says which of it, never what. */
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
 * Stream `user-<id>`: a person's access. The account is that of `UserRegistered` and never changes. Neither
 * names nor secrets: those lie in the vault.
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
  /** `consent`: the author ticked that the person agreed; needed for names and e-mail. */
  z.object({
    type: z.literal('UserEdited'),
    data: z.object({ ...ofUser, fields: z.array(personalField).min(1), consent: z.boolean() }),
  }),
  z.object({
    type: z.literal('UserRoleChanged'),
    data: z.object({ ...ofUser, role, customRole: customRoleId.nullable() }),
  }),
  z.object({ type: z.literal('UserTypeChanged'), data: z.object({ ...ofUser, userType }) }),
  /** Of product administrators alone. */
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
  /** A directory or Google said for the first time that this is the person. */
  z.object({
    type: z.literal('IdentityLinked'),
    data: z.object({ ...ofUser, method: z.enum(['azure_ad', 'google']) }),
  }),
  z.object({
    type: z.literal('PasswordChanged'),
    data: z.object({ ...ofUser, how: z.enum(['own', 'by_mail', 'by_administrator', 'generated']) }),
  }),
  /** The person must choose another before anything else. */
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
  /** `terms_and_conditions`, `first_steps_video`…; `version` of the text that was accepted. */
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
  /** Beside the password the session was opened with a code that was mailed: it counts while the session lives. */
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
      /** Of whoever ended somebody else's session; null of the person's own doing and of the clock's. */
      because: because.nullable(),
    }),
  }),
  /** Too many wrong attempts at this person's name: nobody gets in as them until then. */
  z.object({
    type: z.literal('SignInThrottled'),
    data: z.object({ user: userId, until: z.iso.datetime() }),
  }),
  /** Somebody let the person try again before that. */
  z.object({ type: z.literal('SignInReleased'), data: z.object(ofUser) }),
  z.object({ type: z.literal('PersonalDataExported'), data: z.object(ofUser) }),
  /** What the vault held of the person is gone; what they did stays under their id. Never undone. */
  z.object({ type: z.literal('UserForgotten'), data: z.object(ofUser) }),
] as const;
