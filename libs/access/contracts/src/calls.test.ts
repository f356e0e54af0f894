import { httpErrors, type Call } from '@cotejo/http/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { accessCalls, allAccessCalls } from './calls.ts';
import { accessErrors } from './errors.ts';
import en from './i18n/en.json' with { type: 'json' };
import es from './i18n/es.json' with { type: 'json' };

const nameOf = ({ method, path }: Call): string => `${method} ${path}`;
const calls = allAccessCalls.map((call): [string, Call] => [nameOf(call), call]);

/** Calls in the notation of specification 1, section 7; `{id}` is `:id` here. */
const SPECIFIED = [
  'GET /users/@me/',
  'POST /login/',
  'POST /login/validate-username/',
  'POST /login/validate/',
  'POST /logout/',
  'POST /forgot-password/',
  'GET /forgot-password/',
  'POST /forgot-password/change/',
  'GET /users/',
  'GET /user_slots/',
  'GET /user_slots/abi/',
  'POST /user_slots/abi/',
  'DELETE /user_slots/abi/',
  'GET /users/@me/event/',
  'POST /users/@me/event/',
  'PUT /user_slots/:id/release/',
  'POST /user_slots/:id/assign_user/',
  'PUT /users/:id/',
  'GET /users/@me/disclamer_text/',
  'GET /users/year_settings/',
  'GET /user/:id/year_settings/',
  'GET /paramlists/usuario_rol/',
  'GET /paramlists/usuario_rol/:id/permissions/',
  'POST /paramlists/usuario_rol/:id/permissions/',
  'POST /paramlists/usuario_rol/',
  'PUT /paramlists/usuario_rol/:id/',
  'DELETE /paramlists/usuario_rol/:id/',
  'GET /user_roles/',
  'GET /user_roles/:id/permissions/',
  'POST /user_roles/:id/permissions/',
  'GET /account/settings/security_user_password_rules/',
  'GET /account/storage_quota/',
  'GET /account/public_settings/',
  'GET /account/logo/',
  'POST /sys/error_report/',
];

describe('the calls of access', () => {
  it('are all that the specification names', () => {
    const declared = new Set(allAccessCalls.map(nameOf));
    expect(SPECIFIED.filter((name) => !declared.has(name))).toEqual([]);
  });

  it('are each declared once', () => {
    const names = allAccessCalls.map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(calls)('%s has the shapes of its parts', (_, call) => {
    const inPath = [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    const params = call.params instanceof z.ZodObject ? Object.keys(call.params.shape) : [];
    expect(new Set(params)).toEqual(new Set(inPath));
    expect(call.path).toMatch(/^\/[\w@:/-]+\/$/);
    if (call.method === 'GET' || call.method === 'DELETE') expect(call.body).toBeUndefined();
  });

  it.each(calls)('%s says within what its ids are resolved', (_, { policy, reach }) => {
    const ofProduct = policy.kind === 'requires' && policy.permission.startsWith('product.');
    expect(reach === 'product').toBe(ofProduct);
    expect(reach === 'none').toBe(policy.kind === 'public');
  });

  it.each(calls)('%s refuses with codes that have words', (_, { refusals = [] }) => {
    const known = { ...httpErrors.errors, ...accessErrors.errors };
    expect(refusals.filter((code) => !(code in known))).toEqual([]);
  });

  it('of signing in alone send no token, however they are asked', () => {
    const { logout, ...signingIn } = accessCalls.signIn;
    const silent = allAccessCalls.filter(({ anonymous }) => anonymous === true);
    expect(new Set(silent)).toEqual(new Set<Call>(Object.values(signingIn)));
    expect(logout.policy.kind).toBe('authenticated');
  });

  it('that change a secret are never answered from the journal', () => {
    const { oneself, signIn, people } = accessCalls;
    const secret = [
      oneself.changePassword,
      oneself.startOtp,
      oneself.confirmOtp,
      oneself.ticket,
      signIn.login,
    ];
    expect(
      [...secret, people.editUser, ...Object.values(signIn)].filter(({ once }) => once !== true),
    ).toEqual([]);
  });
});

it('every refusal of access has words in both languages', () => {
  const codes = Object.keys(accessErrors.errors).sort();
  expect(Object.keys(es.errors).sort()).toEqual(codes);
  expect(Object.keys(en.errors).sort()).toEqual(codes);
});
