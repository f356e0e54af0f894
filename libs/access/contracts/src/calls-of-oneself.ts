import { defineCall } from '@cotejo/http/contracts';
import { z } from 'zod';
import { recoveryCode, verificationCode } from './calls-of-sign-in.ts';
import { FIRST_STEPS_EVENT, PLAN_HINT_EVENT, TERMS_EVENT } from './constants.ts';
import { userProfile } from './profile.ts';

/** POST /users/@me/ticket/: opens one socket within 30 s. */
export const ticketAnswer = z.object({ ticket: z.string() });

/** URL of the page that makes the request. */
export const currentUserQuery = z.object({ pageUrl: z.string().max(2000).optional() });

/** Events that a page may query and record; limited to known names, so that clients can't fill the log with others. */
export const personalEventName = z.enum([TERMS_EVENT, FIRST_STEPS_EVENT, PLAN_HINT_EVENT]);
export const personalEventAnswer = z.object({ event: z.string(), exists: z.boolean() });

/** A session of the user. */
export const sessionRow = z.object({
  id: z.uuid(),
  current: z.boolean(),
  signed_in_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  ip: z.string(),
  /** "Firefox · Windows", derived from the user agent. */
  device: z.string(),
  method: z.string(),
});
export type SessionRow = z.infer<typeof sessionRow>;

const newPassword = z.object({
  password: z.string().min(1).max(400),
  password_confirmation: z.string().max(400),
});
export const passwordRefusals = [
  'passwords_differ',
  'password_length',
  'password_composition',
  'password_reused',
  'password_guessable',
  'password_not_own',
] as const;

const mine = { policy: { kind: 'authenticated' }, reach: 'self' } as const;
const evenPending = { policy: { kind: 'authenticated', whilePending: true }, reach: 'self' } as const;

/** `/users/@me/{name}/`. */
export const ownCalls = {
  me: defineCall({
    ...evenPending,
    method: 'GET',
    path: '/users/@me/',
    query: currentUserQuery,
    data: userProfile,
  }),
  ticket: defineCall({ ...mine, method: 'POST', path: '/users/@me/ticket/', data: ticketAnswer, once: true }),
  askEvent: defineCall({
    ...evenPending,
    method: 'GET',
    path: '/users/@me/event/',
    query: z.object({ event: personalEventName }),
    data: personalEventAnswer,
  }),
  recordEvent: defineCall({
    ...evenPending,
    method: 'POST',
    path: '/users/@me/event/',
    /** `version`: of the terms that the user read; refused if another version is current. */
    body: z.object({ event: personalEventName, version: z.string().max(64).optional() }),
    data: personalEventAnswer,
    refusals: ['terms_required'],
  }),
  /** Spelled as in the specification. */
  disclaimer: defineCall({
    ...evenPending,
    method: 'GET',
    path: '/users/@me/disclamer_text/',
    data: z.object({ value: z.string(), version: z.string() }),
  }),
  sessions: defineCall({
    ...evenPending,
    method: 'GET',
    path: '/users/@me/sessions/',
    data: z.array(sessionRow),
  }),
  /** Ends one session, or with `others` all but the current one. `password` is required of users who have one. */
  endSession: defineCall({
    ...evenPending,
    method: 'POST',
    path: '/users/@me/sessions/:id/end/',
    params: z.object({ id: z.union([z.uuid(), z.literal('others')]) }),
    body: z.object({ password: z.string().max(400) }),
    data: z.object({ ended: z.int() }),
    status: 200,
    once: true,
    refusals: ['invalid_credentials'],
  }),
  changePassword: defineCall({
    ...evenPending,
    method: 'PUT',
    path: '/users/@me/password/',
    body: newPassword.extend({ current: z.string().min(1).max(400) }),
    data: z.object({ changed: z.literal(true) }),
    once: true,
    refusals: ['invalid_credentials', ...passwordRefusals],
  }),
  /** Starts enrolling an authenticator app; takes effect with `confirmOtp`. */
  startOtp: defineCall({
    ...evenPending,
    method: 'POST',
    path: '/users/@me/otp/',
    /** `code`: of the app that is replaced, or a recovery code. */
    body: z.object({
      password: z.string().max(400),
      code: z.union([verificationCode, recoveryCode]).optional(),
    }),
    data: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
    once: true,
    refusals: ['invalid_credentials', 'invalid_otp'],
  }),
  /** The recovery codes are shown only once, in this answer. */
  confirmOtp: defineCall({
    ...evenPending,
    method: 'PUT',
    path: '/users/@me/otp/',
    body: z.object({ code: verificationCode }),
    data: z.object({ otp_active: z.literal(true), recovery_codes: z.array(z.string()) }),
    once: true,
    refusals: ['invalid_otp', 'challenge_expired'],
  }),
  removeOtp: defineCall({
    ...mine,
    method: 'DELETE',
    path: '/users/@me/otp/',
    query: z.object({ code: z.union([verificationCode, recoveryCode]) }),
    data: z.object({ otp_active: z.literal(false) }),
    once: true,
    refusals: ['invalid_otp', 'second_factor_required'],
  }),
  renewRecoveryCodes: defineCall({
    ...mine,
    method: 'POST',
    path: '/users/@me/recovery_codes/',
    body: z.object({ code: verificationCode }),
    data: z.object({ recovery_codes: z.array(z.string()) }),
    once: true,
    refusals: ['invalid_otp'],
  }),
  setPreferences: defineCall({
    ...evenPending,
    method: 'PUT',
    path: '/users/@me/preferences/',
    /** Absent = unchanged; null = the account's default. */
    body: z.object({
      language: z.enum(['es', 'en']).nullable().optional(),
      time_zone: z.string().max(60).nullable().optional(),
    }),
    data: z.object({ language: z.enum(['es', 'en']).nullable(), time_zone: z.string() }),
  }),
  /** All data stored about the user, and the history of their access (Ley 1581). */
  ownData: defineCall({ ...mine, method: 'GET', path: '/users/@me/data/', data: z.unknown(), once: true }),
};
