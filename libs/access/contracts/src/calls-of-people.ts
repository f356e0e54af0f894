import { defineCall, oneLine, oneLineName } from '@cotejo/http/contracts';
import { z } from 'zod';
import { passwordRefusals, sessionRow } from './calls-of-oneself.ts';
import { USERS_PATH } from './paths.ts';
import { personName } from './calls-of-sign-in.ts';
import { requires } from './requires.ts';
import { reasonOnWire } from './reasons.ts';
import { authenticationMethod, roleKey, userType } from './roles.ts';

/** A row of GET /users/, as visible to every user who may list users. */
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

/** The row as visible to administrators of users (`users.access`). */
export const userDetail = userRow.extend({
  email: z.string(),
  code: z.string().nullable(),
  area: z.string().nullable(),
  role_id: z.string(),
  role_name: z.string(),
  last_login: z.iso.datetime().nullable(),
  clients: z.array(z.string()),
  auth_method: authenticationMethod,
  otp_active: z.boolean(),
  last_password_change: z.iso.datetime().nullable(),
  locked: z.boolean(),
  throttled_until: z.iso.datetime().nullable(),
  slotId: z.uuid().nullable(),
  forgotten: z.boolean(),
});
export type UserDetail = z.infer<typeof userDetail>;

export const usersQuery = z.object({
  /** Text in name, user name or e-mail. */
  q: z.string().trim().max(120).optional(),
  role: roleKey.optional(),
  user_type: userType.optional(),
  locked: z.enum(['0', '1']).optional(),
});

/** A role is identified by its key (`SR`) or, for a custom role of the account, by its id. */
export const roleOnWire = z.union([roleKey, z.uuid()]);
/**
 * Letters of any script (RFC 6531), and a single address: nothing that a mail server could parse as two, or as a
 * header.
 */
const ADDRESS =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_'+.-]*[\p{L}\p{M}\p{N}_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]+)$/u;
export const emailOnWire = z.email({ pattern: ADDRESS }).max(254).normalize();

export const createUserBody = reasonOnWire.extend({
  username: oneLineName(254),
  first_name: personName,
  last_name: personName,
  email: emailOnWire,
  role: roleOnWire,
  user_type: userType.optional(),
  position: oneLine(120).nullable().optional(),
  area: oneLine(120).nullable().optional(),
  code: oneLine(60).nullable().optional(),
  auth_method: authenticationMethod.default('password'),
});

/**
 * PUT /users/{id}/, one of two forms: the password, or the user's data (a new name or e-mail needs `consent`, one's own
 * e-mail also the current password).
 */
export const editUserBody = z.union([
  reasonOnWire
    .extend({
      password: z.string().max(400).optional(),
      password_confirmation: z.string().max(400).optional(),
      generate_password: z.boolean(),
    })
    .strict(),
  reasonOnWire
    .extend({
      username: oneLineName(254).optional(),
      first_name: personName,
      last_name: personName,
      role: roleOnWire,
      /** Absent = unchanged, or as the role requires. */
      user_type: userType.optional(),
      email: emailOnWire,
      position: oneLine(120).nullable().optional(),
      area: oneLine(120).nullable().optional(),
      code: oneLine(60).nullable().optional(),
      consent: z.boolean().default(false),
      current: z.string().max(400).optional(),
    })
    .strict(),
]);

/** A user's settings by year: input of installed capacity. */
export const yearSettings = z.object({
  ano: z.int(),
  /** Hours of a working day, each from a date on: the law shortens the working week. */
  horas_dia: z.array(z.object({ desde: z.iso.date(), horas: z.number() })),
  /** Working days of the year by the account's calendar, and the time of all of them. */
  dias_habiles: z.int(),
  minutos_habiles: z.int(),
  dias_vacaciones: z.number(),
  dias_capacitacion: z.number(),
});
export type YearSettings = z.infer<typeof yearSettings>;

/** A change of a user's or the account's access. */
export const accessHistoryRow = z.object({
  at: z.iso.datetime(),
  type: z.string(),
  /** Null for the system, erased users, and users of other accounts. */
  author: z.string().nullable(),
  /** Kind of an author without a name: a user of the account, a product administrator, or the system. */
  author_kind: z.enum(['person', 'product', 'system']).optional(),
  /** User whose access was changed; null for changes of the account itself, and for erased users. */
  person: z.string().nullable().optional(),
  motivo: z.string().nullable(),
  motivo_texto: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type AccessHistoryRow = z.infer<typeof accessHistoryRow>;

const id = z.object({ id: z.uuid() });
const within = { reach: 'account' } as const;
const changes = ['user_not_found', 'user_forgotten', 'own_access', 'beyond_own_rights', 'last_administrator'];

export const peopleCalls = {
  users: defineCall({
    ...within,
    method: 'GET',
    path: USERS_PATH,
    policy: requires('users.list'),
    query: usersQuery,
    data: z.array(z.union([userDetail, userRow])),
  }),
  /** Declared before `user`, whose `:id` would match this path too. */
  ownYears: defineCall({
    ...within,
    method: 'GET',
    path: '/users/year_settings/',
    policy: { kind: 'authenticated' },
    data: z.array(yearSettings),
  }),
  user: defineCall({
    ...within,
    method: 'GET',
    path: '/users/:id/',
    policy: requires('users.access'),
    params: id,
    data: userDetail,
    refusals: ['user_not_found'],
  }),
  createUser: defineCall({
    ...within,
    method: 'POST',
    path: USERS_PATH,
    policy: requires('users.add'),
    body: createUserBody,
    data: userDetail,
    status: 201,
    refusals: [
      'username_taken',
      'username_invalid',
      'email_taken',
      'role_not_found',
      'slot_type_differs',
      'beyond_own_rights',
      'method_not_offered',
      'no_free_slot',
    ],
  }),
  editUser: defineCall({
    ...within,
    method: 'PUT',
    path: '/users/:id/',
    policy: requires('users.edit'),
    params: id,
    body: editUserBody,
    data: userDetail.extend({ generated_password: z.string().optional() }),
    once: true,
    refusals: [
      ...changes,
      'consent_required',
      'invalid_credentials',
      'too_many_requests',
      'username_taken',
      'email_taken',
      'role_not_found',
      'username_invalid',
      'slot_type_differs',
      ...passwordRefusals,
    ],
  }),
  lock: defineCall({
    ...within,
    method: 'PUT',
    path: '/user/:id/lock/',
    policy: requires('users.lock'),
    params: id,
    body: reasonOnWire.extend({ locked: z.boolean() }),
    data: userDetail,
    refusals: [...changes, 'already_so'],
  }),
  /** Lifts the sign-in lock of a user. */
  releaseSignIn: defineCall({
    ...within,
    method: 'DELETE',
    path: '/user/:id/throttle/',
    policy: requires('users.lock'),
    params: id,
    query: reasonOnWire,
    data: userDetail,
    refusals: changes,
  }),
  setMethod: defineCall({
    ...within,
    method: 'PUT',
    path: '/user/:id/method/',
    policy: requires('users.security'),
    params: id,
    body: reasonOnWire.extend({ auth_method: authenticationMethod }),
    data: userDetail,
    refusals: [...changes, 'already_so', 'method_not_offered'],
  }),
  forceReset: defineCall({
    ...within,
    method: 'POST',
    path: '/user/:id/force_reset/',
    policy: requires('users.security'),
    params: id,
    body: reasonOnWire,
    data: userDetail,
    refusals: [...changes, 'password_not_own'],
  }),
  /** For a lost phone. */
  removeOtp: defineCall({
    ...within,
    method: 'DELETE',
    path: '/user/:id/otp/',
    policy: requires('users.security'),
    params: id,
    query: reasonOnWire,
    data: userDetail,
    refusals: [...changes, 'already_so'],
  }),
  sessions: defineCall({
    ...within,
    method: 'GET',
    path: '/user/:id/sessions/',
    policy: requires('users.security'),
    params: id,
    data: z.array(sessionRow),
    refusals: ['user_not_found'],
  }),
  endSessions: defineCall({
    ...within,
    method: 'DELETE',
    path: '/user/:id/sessions/',
    policy: requires('users.security'),
    params: id,
    query: reasonOnWire,
    data: z.object({ ended: z.int() }),
    refusals: ['user_not_found', 'beyond_own_rights'],
  }),
  history: defineCall({
    ...within,
    method: 'GET',
    path: '/user/:id/history/',
    policy: requires('access_history.access'),
    params: id,
    data: z.array(accessHistoryRow),
    refusals: ['user_not_found'],
  }),
  exportData: defineCall({
    ...within,
    method: 'GET',
    path: '/user/:id/data/',
    policy: requires('users.export'),
    params: id,
    data: z.unknown(),
    once: true,
    refusals: ['user_not_found', 'user_forgotten', 'beyond_own_rights'],
  }),
  forget: defineCall({
    ...within,
    method: 'DELETE',
    path: '/user/:id/data/',
    policy: requires('users.forget'),
    params: id,
    query: reasonOnWire,
    data: z.object({ forgotten: z.literal(true) }),
    refusals: changes,
  }),
  years: defineCall({
    ...within,
    method: 'GET',
    path: '/user/:id/year_settings/',
    policy: requires('users.list'),
    params: id,
    data: z.array(yearSettings),
    refusals: ['user_not_found'],
  }),
};
