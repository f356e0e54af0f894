import { defineCall, oneLineName } from '@cotejo/http/contracts';
import { z } from 'zod';
import {
  CODE_LENGTH,
  DEFAULT_PACKAGE,
  EXTERNAL_FAULTS,
  LONGEST_PACKAGE,
  NO_CONTROL_CHARACTERS,
} from './constants.ts';
import { EXTERNAL_SIGN_IN_PATH } from './paths.ts';
import { sessionData } from './profile.ts';
import { passwordRulesOnWire } from './password-rules.ts';
import { authenticationMethod } from './roles.ts';

/**
 * A name to be looked up: older names may contain characters that new ones must not (`oneLineName`). Control characters
 * are refused, because no name has them and PostgreSQL rejects U+0000.
 */
const askedName = (most: number) => z.string().trim().max(most).regex(NO_CONTROL_CHARACTERS);

/** A user's name, safe in mails: nothing that a mail client would turn into a link or image. */
export const personName = oneLineName(120).regex(/^(?!.*(?::\/\/|www\.))[^<>{}]*$/i);

/** Exactly six digits (specification 1, section 5). */
export const verificationCode = z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`));
/** Printed by the user in case the phone is lost: `abcd-efgh-ijkl`. */
export const recoveryCode = z.string().regex(/^[a-z2-7]{4}(-[a-z2-7]{4}){2}$/);

/** Random single-use secret; only its hash is stored. */
const secret = z.string().regex(/^[A-Za-z0-9_-]{20,200}$/);
const pkg = askedName(LONGEST_PACKAGE).default(DEFAULT_PACKAGE);
/** Longer than any allowed password: 128 characters may take 256 UTF-16 units. */
const password = z.string().min(1).max(400);

export const validateUsernameBody = z.object({ u: z.string().trim().min(1).max(254) });

/**
 * Next step of sign-in; equal for existing and unknown names. `methods`: sign-in methods offered by the installation.
 */
export const validateUsernameAnswer = z.object({
  method: z.enum(['password']),
  methods: z.array(authenticationMethod).optional(),
});

export const loginBody = z.object({
  username: askedName(254).min(1),
  password,
  pkg,
  account: askedName(120).optional(),
});

/** The password was correct; a code must be sent with `w`, once and within ten minutes. */
export const codeChallenge = z.object({
  w: secret,
  factor: z.enum(['totp', 'mail']),
  expires_in: z.number(),
  /** `m•••@firma.com`; null for an authenticator app. */
  sent_to: z.string().nullable(),
});
export type CodeChallenge = z.infer<typeof codeChallenge>;

/** `[success, error, data]`. */
export const loginAnswer = z.union([
  z.tuple([z.literal(true), z.null(), sessionData]),
  z.tuple([z.literal(false), z.object({ error: z.string(), code: z.string() }), z.null()]),
]);
export type LoginAnswer = z.infer<typeof loginAnswer>;

/** Answer of `/login/`: a session, a refusal, or the second step. */
export const loginStepAnswer = z.union([
  ...loginAnswer.options,
  z.tuple([z.literal(true), z.null(), codeChallenge]),
]);
export type LoginStepAnswer = z.infer<typeof loginStepAnswer>;

const newPassword = z.object({
  password: z.string().min(1).max(400),
  password_confirmation: z.string().max(400),
});

/** An unknown or missing code counts as the first one. */
export const externalFault = z.enum(EXTERNAL_FAULTS).catch('external_sign_in_failed');

/** Parameters of a password reset link. */
const resetLink = z.object({ uid: z.uuid(), token: secret });
const resetLinkAnswer = z.object({ valid: z.literal(true), rules: passwordRulesOnWire });

const anyone = { kind: 'public' } as const;
const nobodys = { policy: anyone, reach: 'none', once: true, anonymous: true } as const;
const external = z.object({ method: z.enum(['azure_ad', 'google']) });

export const signInCalls = {
  validateUsername: defineCall({
    ...nobodys,
    method: 'POST',
    path: '/login/validate-username/',
    body: validateUsernameBody,
    data: validateUsernameAnswer,
    refusals: ['too_many_requests'],
  }),
  login: defineCall({
    ...nobodys,
    method: 'POST',
    path: '/login/',
    body: loginBody,
    data: loginStepAnswer,
    raw: true,
    refusals: ['too_many_requests'],
  }),
  /** `w` is from the answer of `/login/`; `u` is the same user name. A recovery code is accepted instead of a code. */
  validateCode: defineCall({
    ...nobodys,
    method: 'POST',
    path: '/login/validate/',
    body: z.object({
      u: askedName(254).min(1),
      code: z.union([verificationCode, recoveryCode]),
      w: secret,
      pkg,
    }),
    data: loginAnswer,
    raw: true,
    refusals: ['too_many_requests'],
  }),
  /** Sends another code by e-mail. */
  sendCode: defineCall({
    ...nobodys,
    method: 'POST',
    path: '/login/code/',
    body: z.object({ w: secret }),
    data: codeChallenge,
    refusals: ['challenge_expired', 'too_many_requests'],
  }),
  /** Redirects (302) to the directory; if that is impossible, to /login/ with an error (`EXTERNAL_FAULTS`). */
  externalStart: defineCall({
    ...nobodys,
    streamed: true,
    method: 'GET',
    path: EXTERNAL_SIGN_IN_PATH,
    params: external,
    query: z.object({ pkg, account: askedName(120).optional() }),
    data: null,
    status: 302,
  }),
  /**
   * Redirects (302) to /login/ with `w` in the fragment, valid once, for a minute, and with the browser's own cookie;
   * or with an error (`EXTERNAL_FAULTS`).
   */
  externalReturn: defineCall({
    ...nobodys,
    streamed: true,
    method: 'GET',
    path: '/login/external/:method/return/',
    params: external,
    query: z.object({
      code: z.string().max(4000).optional(),
      state: z.string().max(400).optional(),
      error: z.string().max(400).optional(),
    }),
    data: null,
    status: 302,
  }),
  externalFinish: defineCall({
    ...nobodys,
    streamed: true,
    method: 'POST',
    path: '/login/external/',
    body: z.object({ w: secret }),
    data: loginAnswer,
    raw: true,
  }),
  logout: defineCall({
    method: 'POST',
    path: '/logout/',
    policy: { kind: 'authenticated', whilePending: true },
    reach: 'self',
    once: true,
    data: null,
  }),
  /** Same answer whether or not the user exists. */
  forgotPassword: defineCall({
    ...nobodys,
    method: 'POST',
    path: '/forgot-password/',
    body: z.object({ email: askedName(254).min(3), pkg }),
    data: z.object({ sent: z.literal(true) }),
    refusals: ['too_many_requests'],
  }),
  checkResetLink: defineCall({
    ...nobodys,
    method: 'GET',
    path: '/forgot-password/',
    query: resetLink,
    data: resetLinkAnswer,
    refusals: ['reset_link_invalid'],
  }),
  /** `checkResetLink` with the link in the body, where no proxy logs it. */
  examineResetLink: defineCall({
    ...nobodys,
    method: 'POST',
    path: '/forgot-password/check/',
    body: resetLink,
    data: resetLinkAnswer,
    refusals: ['reset_link_invalid'],
  }),
  changeForgotten: defineCall({
    ...nobodys,
    method: 'POST',
    path: '/forgot-password/change/',
    body: newPassword.extend(resetLink.shape),
    data: z.object({ changed: z.literal(true) }),
    refusals: [
      'reset_link_invalid',
      'passwords_differ',
      'password_length',
      'password_composition',
      'password_reused',
      'password_guessable',
    ],
  }),
};
