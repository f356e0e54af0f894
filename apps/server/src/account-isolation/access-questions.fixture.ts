import { randomUUID } from 'node:crypto';
import { FIRST_STEPS_EVENT } from '@cotejo/access-contracts';
import { PASSWORD, type Kind } from './filled-account.fixture.ts';

/** Input of a call. `<kind>` stands for an object of an account; see `Kind`. */
export interface Question {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
export type Questions = Readonly<Record<string, readonly Question[]>>;

export const the = (kind: Kind): string => `<${kind}>`;
/** Placeholder whose object may be missing without an error: a filter, or a sibling as anchor. */
export const perhaps = (kind: Kind): string => `<?${kind}>`;
const SECRET = 'unapalabraquenadiesabe_0123456789';
const PASSWORDS = { password: PASSWORD, password_confirmation: PASSWORD };
const plain: Question[] = [{}];
const of = (kind: Kind, more: Question = {}): Question[] => [{ params: { id: the(kind) }, ...more }];
const why = { motivo: 'other', motivo_texto: 'Porque sí' };
const somebody = {
  username: 'intrusa.nueva',
  first_name: 'Intrusa',
  last_name: 'Nueva',
  email: 'intrusa@nueva.example',
};
const matrix = {
  body: { ...why, permissions: { 'plan.access': 1 }, previous: { 'plan.access': 1 } },
};
const roles = (path: string): Questions => ({
  [`GET ${path}/:id/permissions`]: of('role'),
  [`POST ${path}/:id/permissions`]: of('role', matrix),
});

/** Public calls: tested with secrets that must not open anything. */
export const publicQuestions: Questions = {
  'GET /health/live': plain,
  'GET /health/ready': plain,
  'POST /login/validate-username': [{ body: { u: the('username') } }, { body: { u: the('email') } }],
  'POST /login': [
    {
      body: {
        username: the('username'),
        password: 'no es la clave',
        pkg: 'audit',
        account: the('accountName'),
      },
    },
  ],
  'POST /login/validate': [{ body: { u: the('username'), code: '123456', w: SECRET, pkg: 'audit' } }],
  'POST /login/code': [{ body: { w: SECRET } }],
  'GET /login/external/:method': [
    { params: { method: 'google' }, query: { pkg: 'audit', account: the('accountName') } },
  ],
  'GET /login/external/:method/return': [
    { params: { method: 'google' }, query: { code: 'x', state: SECRET, error: '' } },
  ],
  'POST /login/external': [{ body: { w: SECRET } }],
  'POST /forgot-password': [{ body: { email: the('email'), pkg: 'audit' } }],
  'GET /forgot-password': [{ query: { uid: the('person'), token: SECRET } }],
  'POST /forgot-password/check': [{ body: { uid: the('person'), token: SECRET } }],
  'POST /forgot-password/change': [{ body: { uid: the('person'), token: SECRET, ...PASSWORDS } }],
  'GET /sys/shell': plain,
  'POST /sys/error_report': [
    { body: { error: 'x', errorInfo: null, url: '/', user: the('person'), env: 'test' } },
  ],
};

/** Calls of access for signed-in users. */
export const accessQuestions: Questions = {
  'POST /sys/telemetry': [{ body: { session: randomUUID(), user: 'alguien', events: [] } }],

  'GET /users/@me': [{ query: { pageUrl: '/' } }],
  'POST /users/@me/ticket': plain,
  'GET /users/@me/event': [{ query: { event: FIRST_STEPS_EVENT } }],
  'POST /users/@me/event': [{ body: { event: FIRST_STEPS_EVENT, version: '1' } }],
  'GET /users/@me/disclamer_text': plain,
  'GET /users/@me/sessions': plain,
  // Ends no session of another account or user.
  'POST /users/@me/sessions/:id/end': [{ params: { id: perhaps('session') }, body: { password: PASSWORD } }],
  'PUT /users/@me/password': [{ body: { current: 'no es la clave', ...PASSWORDS } }],
  'POST /users/@me/otp': [{ body: { password: 'no es la clave', code: '123456' } }],
  'PUT /users/@me/otp': [{ body: { code: '123456' } }],
  'DELETE /users/@me/otp': [{ query: { code: '123456' } }],
  'POST /users/@me/recovery_codes': [{ body: { code: '123456' } }],
  'PUT /users/@me/preferences': [{ body: { language: 'es', time_zone: null } }],
  'GET /users/@me/data': plain,

  'GET /users': [
    {},
    { query: { q: perhaps('username') } },
    { query: { q: perhaps('email'), role: 'JR', user_type: 'auditor', locked: '0' } },
  ],
  'GET /users/:id': of('person'),
  'POST /users': [
    {
      body: {
        ...why,
        ...somebody,
        role: the('role'),
        user_type: 'auditor',
        position: null,
        area: null,
        code: null,
      },
    },
  ],
  'PUT /users/:id': [
    ...of('person', {
      body: {
        ...why,
        ...somebody,
        role: the('role'),
        user_type: 'auditor',
        consent: true,
        current: 'no es la suya',
        position: null,
        area: null,
        code: null,
      },
    }),
    ...of('person', { body: { ...why, ...PASSWORDS, generate_password: false } }),
  ],
  'PUT /user/:id/lock': of('person', { body: { ...why, locked: true } }),
  'DELETE /user/:id/throttle': of('person', { query: why }),
  'PUT /user/:id/method': of('person', { body: { ...why, auth_method: 'password' } }),
  'POST /user/:id/force_reset': of('person', { body: why }),
  'DELETE /user/:id/otp': of('person', { query: why }),
  'GET /user/:id/sessions': of('person'),
  'DELETE /user/:id/sessions': of('person', { query: why }),
  'GET /user/:id/history': of('person'),
  'GET /user/:id/data': of('person'),
  'DELETE /user/:id/data': of('person', { query: why }),
  'GET /users/year_settings': plain,
  'GET /user/:id/year_settings': of('person'),

  'GET /user_slots': [{}, { query: { type: 'auditor', state: 'unassigned' } }],
  'POST /user_slots/:id/assign_user': of('slot', {
    body: { ...why, first_name: 'I', last_name: 'N', email: 'intrusa@cupo.example', role: the('role') },
  }),
  'PUT /user_slots/:id/unassign': of('slot', { body: why }),
  'PUT /user_slots/:id/release': of('slot', { body: why }),
  'GET /user_slots/abi': plain,
  'POST /user_slots/abi': [{ body: { ...why, user: the('person') } }],
  'DELETE /user_slots/abi': [{ query: { ...why, user: the('person') } }],

  'GET /paramlists/usuario_rol': plain,
  'GET /user_roles': plain,
  'POST /paramlists/usuario_rol': [
    { body: { ...why, nombre: 'Rol intruso', description: '', key: 'JR', copia_de: the('role') } },
  ],
  'PUT /paramlists/usuario_rol/:id': of('role', {
    body: { ...why, nombre: 'Rol movido', description: '' },
  }),
  'DELETE /paramlists/usuario_rol/:id': of('role', { query: why }),
  ...roles('/paramlists/usuario_rol'),
  ...roles('/user_roles'),

  'GET /account/storage_quota': plain,
  'GET /account/storage_reservations': plain,
  'GET /account/public_settings': plain,
  'PUT /account/public_settings': [{ body: { ...why, key: 'chat', value: false } }],
  'GET /account/logo': plain,
  'PUT /account/logo': [{ query: why }],
  'DELETE /account/logo': [{ query: why }],
  'GET /account/settings/security_user_password_rules': plain,
  'PUT /account/settings/security_user_password_rules': [
    {
      body: {
        ...why,
        min_length: 12,
        max_length: 128,
        uppercase: false,
        lowercase: false,
        number: false,
        special: false,
        special_characters: '!',
        no_reuse: 5,
      },
    },
  ],
  'GET /account/security': plain,
  'PUT /account/second_factor': [{ body: { ...why, required: false } }],
  'PUT /account/addresses': [{ body: { ...why, ranges: [] } }],
  'GET /account/history': plain,
  'GET /account/mail_log': [{}, { query: { state: 'kept' } }],

  // Signing out is sent last by each session.
  'POST /logout': plain,
};

const dates = { start_date: '2026-01-01', due_date: null };
const slot = { id: the('account'), slot: the('slot') };
const consultant = { id: the('account'), user: the('consultant') };

/** Calls across accounts, for product administrators only. */
export const productQuestions: Questions = {
  'GET /abadmin/accounts': plain,
  'POST /abadmin/accounts': [
    {
      body: {
        ...why,
        account_name: 'Intrusa S.A.S.',
        pkg: 'audit',
        edition: 'firm',
        quota: null,
        admin: somebody,
      },
    },
  ],
  'PUT /abadmin/accounts/:id': of('account', {
    body: {
      ...why,
      account_name: 'Intrusa S.A.S.',
      pkg: 'audit',
      edition: 'firm',
      addons: [],
      quota: 1,
      suspended: true,
      ranges: [],
    },
  }),
  'GET /abadmin/accounts/:id/slots': of('account'),
  'POST /abadmin/accounts/:id/slots': of('account', {
    body: { ...why, type: 'auditor', pool: 'account', count: 1, ...dates },
  }),
  'PUT /abadmin/accounts/:id/slots/:slot': [{ params: slot, body: { ...why, ...dates } }],
  'DELETE /abadmin/accounts/:id/slots/:slot': [{ params: slot, query: why }],
  'POST /abadmin/accounts/:id/consultants': of('account', { body: { ...why, ...somebody } }),
  'PUT /abadmin/accounts/:id/consultants/:user': [{ params: consultant, body: why }],
  'DELETE /abadmin/accounts/:id/consultants/:user': [{ params: consultant, query: why }],
  'GET /operaciones/registro': plain,
  'POST /operaciones/registro/trabajos': [{ body: { job: 'trash' } }],
  'POST /operaciones/registro/reintentos': [
    { body: { projection: 'audits', stream: `audit-${the('audit')}` } },
  ],
};
