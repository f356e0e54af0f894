import { defineCall, oneLineName } from '@cotejo/http/contracts';
import { z } from 'zod';
import { CODE_LENGTH, DEFAULT_PACKAGE } from './constants.ts';
import { sessionData } from './profile.ts';
import { passwordRulesOnWire } from './password-rules.ts';
import { authenticationMethod } from './roles.ts';

/**
 * A name that is looked for: of before, it may hold what no new one may (`oneLineName`). No name has control
 * characters in it, and U+0000 is more than a database reads.
 */
const askedName = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u);

/** Of a person, as mails greet them: nothing that a mail program would make a link or a picture of. */
export const personName = oneLineName(120).regex(/^(?!.*(?::\/\/|www\.))[^<>{}]*$/i);

/** Exactly six digits (specification 1, section 5). */
export const verificationCode = z.string().regex(new RegExp(`^\\d{${CODE_LENGTH}}$`));
/** Printed once for the day the telephone is lost: `abcd-efgh-ijkl`. */
export const recoveryCode = z.string().regex(/^[a-z2-7]{4}(-[a-z2-7]{4}){2}$/);

/** Long random text that opens something once; only its hash is kept. */
const secret = z.string().regex(/^[A-Za-z0-9_-]{20,200}$/);
const pkg = askedName(60).default(DEFAULT_PACKAGE);
/** Longer than any that may be chosen: 128 characters may take 256 units. */
const password = z.string().min(1).max(400);

export const validateUsernameBody = z.object({ u: z.string().trim().min(1).max(254) });

/**
 * The next step of sign-in; the same for names that exist and names that do not. `methods`: what this
 * installation offers to everybody.
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

/** The password was right; a code is asked for under `w`, once and for ten minutes. */
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

/** What `/login/` answers: a session, a refusal, or the second step. */
export const loginStepAnswer = z.union([
  ...loginAnswer.options,
  z.tuple([z.literal(true), z.null(), codeChallenge]),
]);
export type LoginStepAnswer = z.infer<typeof loginStepAnswer>;

const newPassword = z.object({
  password: z.string().min(1).max(400),
  password_confirmation: z.string().max(400),
});

/**
 * Why the browser comes back to /login/ from a directory, or from the way there, without being in:
 * `/login/#error=<code>`. The last three only to whom the directory confirmed.
 */
export const EXTERNAL_FAULTS = [
  'external_sign_in_failed',
  'method_not_offered',
  'too_many_requests',
  'unavailable',
  'account_suspended',
  'unauthorized_ip',
  'account_required',
] as const;
export type ExternalFault = (typeof EXTERNAL_FAULTS)[number];

/** What is not told stays the first of them. */
export const externalFault = z.enum(EXTERNAL_FAULTS).catch('external_sign_in_failed');

/** What a link to choose a password carries. */
const resetLink = z.object({ uid: z.uuid(), token: secret });
const resetLinkAnswer = z.object({ valid: z.literal(true), rules: passwordRulesOnWire });

const anyone = { kind: 'public' } as const;
const nobodys = { door: anyone, reach: 'none', once: true, anonymous: true } as const;
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
  /** `w` is what `/login/` answered; `u` the same user name. A recovery code stands in for a code. */
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
  /** Another code by e-mail. */
  sendCode: defineCall({
    ...nobodys,
    method: 'POST',
    path: '/login/code/',
    body: z.object({ w: secret }),
    data: codeChallenge,
    refusals: ['challenge_expired', 'too_many_requests'],
  }),
  /** Answers 302 to the directory; where there is no way there, to /login/ with an error (`EXTERNAL_FAULTS`). */
  externalStart: defineCall({
    ...nobodys,
    streamed: true,
    method: 'GET',
    path: '/login/external/:method/',
    params: external,
    query: z.object({ pkg, account: askedName(120).optional() }),
    data: null,
    status: 302,
  }),
  /**
   * Answers 302 to /login/ with `w` in the fragment: good once, for a minute, with the browser's own cookie; or
   * with an error (`EXTERNAL_FAULTS`).
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
    door: { kind: 'authenticated', whilePending: true },
    reach: 'self',
    once: true,
    data: null,
  }),
  /** Answers alike whether there is such a person or not. */
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
  /** The same with the link where no proxy writes it down. */
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
