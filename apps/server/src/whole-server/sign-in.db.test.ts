import {
  accessCalls,
  loginAnswer,
  loginStepAnswer,
  type AccountId,
  type CodeChallenge,
  type SessionData,
} from '@cotejo/access-contracts';
import type { CopiedDatabase } from '@cotejo/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { demoDatabase } from '../demo-database.fixture.ts';
import { StartedServer } from '../started-server.fixture.ts';
import { codeOfApp, withinStep } from './one-time-code.fixture.ts';

const PASSWORD = 'una-clave-larga-2026';
const OTHER = 'caballo grapa correcta';
const { oneself, signIn } = accessCalls;

let database: CopiedDatabase;
let started: StartedServer;
let account: AccountId;
/** Secrets that must never be logged. */
const secrets = new Set<string>([PASSWORD, OTHER]);

beforeAll(async () => {
  database = await demoDatabase();
  started = await StartedServer.on(database, { PUBLIC_URL: 'https://cotejo.example' });
  const { access } = started.server.foundation;
  account = await access.people.openAccount({ name: 'Firma Cedro', edition: 'firm' }, 'system:test');
  await person('jefa.cedro', 'admin');
});
afterAll(async () => {
  await started.stop();
  await database.drop();
});

async function person(
  username: string,
  role: 'admin' | 'auditor' = 'auditor',
  home = account,
): Promise<string> {
  const { access } = started.server.foundation;
  const user = await access.people.registerUser(
    {
      accountId: home,
      username,
      firstName: 'Ana',
      lastName: 'Gil',
      email: `${username}@cedro.example`,
      role,
      userType: role === 'admin' ? 'administrator' : 'auditor',
      password: PASSWORD,
    },
    'system:test',
  );
  await access.state.settle();
  return user;
}

const login = (username: string, password = PASSWORD) =>
  started.api().post('/api/login/?appVersion=2').send({ username, password, pkg: 'audit' });

async function session(username: string, password = PASSWORD): Promise<SessionData> {
  const [success, , data] = loginAnswer.parse((await login(username, password).expect(200)).body);
  if (!success) throw new Error('not signed in');
  secrets.add(data.token);
  return data;
}

async function challenge(username: string): Promise<CodeChallenge> {
  const [success, , data] = loginStepAnswer.parse((await login(username).expect(200)).body);
  if (!success || !('w' in data)) throw new Error('no code was asked for');
  secrets.add(data.w);
  return data;
}

const put = (path: string, { token }: SessionData) =>
  started.api().put(`/api${path}`).set('Authorization', `Token ${token}`);
const remove = (path: string, { token }: SessionData) =>
  started.api().delete(`/api${path}`).set('Authorization', `Token ${token}`);

/** Data of an answer, parsed with the call's declared schema. */
const told = <S extends z.ZodType>(call: { readonly data: S | null }, body: unknown): z.output<S> => {
  const { data } = body as { data: unknown };
  if (call.data === null) throw new Error('the call tells nothing');
  return call.data.parse(data);
};

/** Enrols an authenticator app; returns its secret and the recovery codes. */
async function enrol(here: SessionData): Promise<{ secret: string; codes: readonly string[] }> {
  const begun = await started.post(oneself.startOtp.path, here).send({ password: PASSWORD }).expect(200);
  const { secret } = told(oneself.startOtp, begun.body);
  const done = await withinStep(async () =>
    put(oneself.confirmOtp.path, here)
      .send({ code: codeOfApp(secret, -1) })
      .expect(200),
  );
  const { recovery_codes: codes } = told(oneself.confirmOtp, done.body);
  for (const one of [secret, ...codes]) secrets.add(one);
  return { secret, codes };
}

describe('POST /login/validate-username/', () => {
  it('answers alike for somebody and for nobody', async () => {
    await person('ana.alike');
    const answers = await Promise.all(
      ['ana.alike', 'nadie'].map((u) => started.api().post('/api/login/validate-username/').send({ u })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(told(signIn.validateUsername, answers[0]?.body)).toEqual({
      method: 'password',
      methods: ['password'],
    });
  });
});

describe('POST /login/', () => {
  it('answers a tuple with a session, or with the reason', async () => {
    await person('ana.tuple');
    const data = await session('ana.tuple');
    expect(data).toMatchObject({
      type: 'Token',
      expires_in: 43_200,
      user: {
        username: 'ana.tuple',
        auth_method: 'password',
        otp_active: false,
        pending: null,
        edition: 'firm',
      },
    });
    expect((await login('ana.tuple', 'no-es-esta-clave').expect(200)).body).toEqual([
      false,
      { error: 'El usuario o la contraseña no son correctos.', code: 'invalid_credentials' },
      null,
    ]);
  });
});

describe('GET /users/@me/', () => {
  it('tells the person, and takes the page that they come from', async () => {
    await person('ana.me');
    const here = await session('ana.me');
    const { body } = await started.get('/users/@me/?pageUrl=/audits/', here).expect(200);
    expect(told(oneself.me, body)).toMatchObject({ username: 'ana.me', time_zone: 'America/Bogota' });
  });

  it.each([
    ['Token NO_TOKEN', 'not_authenticated', 'Debe iniciar sesión.'],
    ['Token algo', 'token_invalid', 'Invalid Token'],
  ])('refuses "%s" with 401', async (header, code, error) => {
    const { body } = await started.api().get('/api/users/@me/').set('Authorization', header).expect(401);
    expect(body).toMatchObject({ code, ...(code === 'token_invalid' && { error }) });
  });
});

describe('POST /login/validate/ and /login/code/', () => {
  it('opens a session with a code, once, and with a recovery code', async () => {
    await person('ana.app');
    const { secret, codes } = await enrol(await session('ana.app'));
    const { w, factor, sent_to } = await challenge('ana.app');
    expect({ factor, sent_to }).toEqual({ factor: 'totp', sent_to: null });
    const give = (code: string, under: string) =>
      started.api().post('/api/login/validate/').send({ u: 'ana.app', code, w: under });
    const code = codeOfApp(secret);
    const answer = loginAnswer.parse((await give(code, w).expect(200)).body);
    expect(answer[2]).toMatchObject({ user: { username: 'ana.app', otp_active: true } });
    expect((await give(code, w).expect(200)).body).toMatchObject([
      false,
      { code: 'challenge_expired' },
      null,
    ]);
    const second = await challenge('ana.app');
    expect((await give(code, second.w).expect(200)).body).toMatchObject([
      false,
      { code: 'invalid_otp' },
      null,
    ]);
    expect((await give(codes[0] ?? '', second.w).expect(200)).body).toMatchObject([
      true,
      null,
      { type: 'Token' },
    ]);
    await give('12345', second.w).expect(400);
  });

  it('sends no code by mail to whoever has an app', async () => {
    await person('ana.nomail');
    await enrol(await session('ana.nomail'));
    const { w } = await challenge('ana.nomail');
    const { body } = await started.api().post('/api/login/code/').send({ w }).expect(401);
    expect(body).toMatchObject({ code: 'challenge_expired' });
  });
});

describe('POST /logout/', () => {
  it('ends the session, and says so in the log', async () => {
    await person('ana.out');
    const here = await session('ana.out');
    await started.post('/logout/', here).expect(200);
    const { body } = await started.get('/users/@me/', here).expect(401);
    expect(body).toMatchObject({ error: 'Invalid Token' });
  });
});

describe('a forgotten password', () => {
  it('is changed with the link that the administrator reads in the mail log', async () => {
    await person('ana.forgot');
    const asked = await started
      .api()
      .post('/api/forgot-password/')
      .send({ email: 'Ana.Forgot@cedro.example', pkg: 'audit' })
      .expect(200);
    const nobody = await started.api().post('/api/forgot-password/').send({ email: 'nadie@x.example' });
    expect(nobody.body).toEqual(asked.body);
    await started.server.foundation.access.resets.settle();

    const log = await started.get('/account/mail_log/?state=kept', await session('jefa.cedro')).expect(200);
    const mail = told(accessCalls.account.mailLog, log.body).find(
      ({ to }) => to === 'ana.forgot@cedro.example',
    );
    const link = new URLSearchParams(/#(\S+)/.exec(mail?.text ?? '')?.[1]);
    const [uid, token] = [link.get('uid') ?? '', link.get('token') ?? ''];
    secrets.add(token);

    const checked = await started.api().get(`/api/forgot-password/?uid=${uid}&token=${token}`).expect(200);
    const examined = await started.api().post('/api/forgot-password/check/').send({ uid, token }).expect(200);
    expect(examined.body).toEqual(checked.body);
    expect(told(signIn.checkResetLink, checked.body)).toMatchObject({
      valid: true,
      rules: { min_length: 12 },
    });
    const change = (password: string, password_confirmation = password) =>
      started
        .api()
        .post('/api/forgot-password/change/')
        .send({ uid, token, password, password_confirmation });
    expect((await change(OTHER, PASSWORD).expect(422)).body).toMatchObject({ code: 'passwords_differ' });
    expect((await change(PASSWORD).expect(422)).body).toMatchObject({ code: 'password_reused' });
    await change(OTHER).expect(200);
    expect((await change(OTHER).expect(410)).body).toMatchObject({ code: 'reset_link_invalid' });
    expect(await session('ana.forgot', OTHER)).toMatchObject({ type: 'Token' });
  });
});

describe('/users/@me/', () => {
  it('password/: changes it, and the other sessions end', async () => {
    await person('ana.own');
    const [here, there] = [await session('ana.own'), await session('ana.own')];
    const change = (current: string) =>
      put('/users/@me/password/', here).send({ current, password: OTHER, password_confirmation: OTHER });
    expect((await change('no-es-esta').expect(401)).body).toMatchObject({ code: 'invalid_credentials' });
    await change(PASSWORD).expect(200);
    await started.get('/users/@me/', here).expect(200);
    await started.get('/users/@me/', there).expect(401);
  });

  it('sessions/: tells them and ends them', async () => {
    await person('ana.sessions');
    const [here, there] = [await session('ana.sessions'), await session('ana.sessions')];
    const { body } = await started.get('/users/@me/sessions/', here).expect(200);
    const other = told(oneself.sessions, body).find(({ current }) => !current);
    const end = (id = '', password = PASSWORD) =>
      started.post(`/users/@me/sessions/${id}/end/`, here).send({ password });
    await end('others', 'no es la clave').expect(401);
    expect((await end(other?.id).expect(200)).body.data).toEqual({ ended: 1 });
    await started.get('/users/@me/', there).expect(401);
    expect((await end('others').expect(200)).body.data).toEqual({ ended: 0 });
  });

  it('event/: records what the person has been through', async () => {
    await person('ana.event');
    const here = await session('ana.event');
    const ask = async () =>
      (await started.get('/users/@me/event/?event=first_steps_video', here).expect(200)).body.data;
    expect(await ask()).toEqual({ event: 'first_steps_video', exists: false });
    await started.post('/users/@me/event/', here).send({ event: 'first_steps_video' }).expect(200);
    expect(await ask()).toEqual({ event: 'first_steps_video', exists: true });
  });

  it('disclamer_text/: tells the terms, in the language of the page', async () => {
    await person('ana.terms');
    const here = await session('ana.terms');
    const read = (language: string) =>
      started.get('/users/@me/disclamer_text/', here).set('Accept-Language', language).expect(200);
    const [es, en] = [await read('es'), await read('en')].map(({ body }) => told(oneself.disclaimer, body));
    expect(es?.value).toMatch(/^Términos/);
    expect(en?.value).toMatch(/^Terms/);
    expect(es?.version).toBe(en?.version);
  });

  it('preferences/: sets the language and the time zone', async () => {
    await person('ana.zone');
    const here = await session('ana.zone');
    const set = (time_zone: string | null) =>
      put('/users/@me/preferences/', here).send({ language: 'en', time_zone });
    expect((await set('Europe/Madrid').expect(200)).body.data).toEqual({
      language: 'en',
      time_zone: 'Europe/Madrid',
    });
    expect((await set(null).expect(200)).body.data.time_zone).toBe('America/Bogota');
    await set('Luna/Mar').expect(400);
    // Omitted settings keep their value: the user's own language, and a time zone that follows the account's.
    const none = await put('/users/@me/preferences/', here).send({}).expect(200);
    expect(none.body.data).toEqual({ language: 'en', time_zone: 'America/Bogota' });
    const both = await put('/users/@me/preferences/', here).send({ time_zone: 'Europe/Madrid' }).expect(200);
    expect(both.body.data).toEqual({ language: 'en', time_zone: 'Europe/Madrid' });
    const again = await put('/users/@me/preferences/', here).send({ language: null }).expect(200);
    expect(again.body.data).toEqual({ language: null, time_zone: 'Europe/Madrid' });
  });

  it('otp/ and recovery_codes/: keep the second factor', async () => {
    await person('ana.otp');
    const here = await session('ana.otp');
    expect(
      (await started.post('/users/@me/otp/', here).send({ password: 'no-es-esta' }).expect(401)).body,
    ).toMatchObject({ code: 'invalid_credentials' });
    const { secret } = await enrol(here);
    const code = codeOfApp(secret);
    const renewed = await started.post('/users/@me/recovery_codes/', here).send({ code }).expect(200);
    expect(told(oneself.renewRecoveryCodes, renewed.body).recovery_codes).toHaveLength(10);
    // Each code is valid once.
    expect((await remove(`/users/@me/otp/?code=${code}`, here).expect(401)).body).toMatchObject({
      code: 'invalid_otp',
    });
    const next = await remove(`/users/@me/otp/?code=${codeOfApp(secret, 1)}`, here).expect(200);
    expect(told(oneself.removeOtp, next.body)).toEqual({ otp_active: false });
  });

  it('data/: tells everything that is kept of the person, and no secret', async () => {
    await person('ana.data');
    const { body } = await started.get('/users/@me/data/', await session('ana.data')).expect(200);
    expect(JSON.stringify(body)).toContain('ana.data@cedro.example');
    expect(JSON.stringify(body)).not.toContain('$argon2id$');
  });
});

describe('somebody new in a demonstration account', () => {
  it('accepts the terms before anything else, and gets no ticket meanwhile', async () => {
    const { access } = started.server.foundation;
    const demo = await access.people.openAccount(
      { name: 'Demostración', edition: 'internal', demo: true },
      'system:test',
    );
    await person('ana.nueva', 'auditor', demo);
    const here = await session('ana.nueva');
    expect(here.user).toMatchObject({ pending: 'terms', demo: true });
    for (const path of ['/users/@me/ticket/', '/proyecto/riesgo/auditoria/']) {
      const call = path.includes('ticket') ? started.post(path, here) : started.get(path, here);
      expect((await call.expect(403)).body).toMatchObject({ code: 'terms_required' });
    }
    const exists = async () =>
      (await started.get('/users/@me/event/?event=terms_and_conditions', here).expect(200)).body.data.exists;
    expect(await exists()).toBe(false);
    const { body } = await started.get('/users/@me/disclamer_text/', here).expect(200);
    const { version } = told(oneself.disclaimer, body);
    const accept = (read: string) =>
      started.post('/users/@me/event/', here).send({ event: 'terms_and_conditions', version: read });
    expect((await accept('otras').expect(403)).body).toMatchObject({ code: 'terms_required' });
    expect(await exists()).toBe(false);
    await accept(version).expect(200);
    expect(await exists()).toBe(true);
    await started.post('/users/@me/ticket/', here).expect(200);
    expect((await session('ana.nueva')).user).toMatchObject({ pending: null });
  });

  it('is asked again at the next sign-in when they declined, which signs them out', async () => {
    const { access } = started.server.foundation;
    await person('ana.rehusa', 'auditor', access.state.accountNamed('Demostración') ?? account);
    await started.post('/logout/', await session('ana.rehusa')).expect(200);
    expect((await session('ana.rehusa')).user).toMatchObject({ pending: 'terms' });
  });
});

describe('what all of this wrote into the server’s log', () => {
  it('holds no password, token, code or link', () => {
    const written = started.logged.join('\n');
    expect(secrets.size).toBeGreaterThan(20);
    for (const secret of secrets) expect(written.includes(secret)).toBe(false);
  });
});
