import 'reflect-metadata';
import { Controller, Get, Global, Module, type INestApplication, type Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall, defineErrors, httpErrors, Refusal } from '../contracts.ts';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };
import {
  Answer,
  AUTHENTICATOR,
  controllerOf,
  DeclaredRoutes,
  ErrorTexts,
  HttpModule,
  jsonBodies,
  type Authenticator,
  type Handlers,
} from './index.ts';

const shopErrors = defineErrors('shop', { sold_out: 409, terms_first: 403 });
const orderBody = z.object({ name: z.string().min(1), count: z.number().int().max(9) }).strict();

class DatabaseAway extends Error {}

const anyone = { method: 'GET', policy: { kind: 'public' }, reach: 'none', data: z.unknown() } as const;

const thingCalls = {
  open: defineCall({ ...anyone, path: '/things/open/' }),
  mine: defineCall({
    ...anyone,
    path: '/things/mine/',
    policy: { kind: 'authenticated' },
    reach: 'self',
    data: z.string(),
  }),
  add: defineCall({
    method: 'POST',
    path: '/things/',
    policy: { kind: 'requires', permission: 'things.add' },
    reach: 'account',
    body: orderBody,
    data: z.string(),
    status: 201,
  }),
  raw: defineCall({ ...anyone, path: '/things/raw/', raw: true }),
  nothing: defineCall({ ...anyone, path: '/things/nothing/', data: null }),
  noted: defineCall({ ...anyone, path: '/things/noted/', also: ['/notes/'] }),
  streamed: defineCall({ ...anyone, path: '/things/streamed/', data: null, streamed: true }),
  soldOut: defineCall({ ...anyone, path: '/things/sold-out/' }),
  broken: defineCall({ ...anyone, path: '/things/broken/' }),
  away: defineCall({ ...anyone, path: '/things/away/' }),
  busy: defineCall({ ...anyone, path: '/things/busy/' }),
  byId: defineCall({
    ...anyone,
    path: '/things/by/:id/',
    params: z.object({ id: z.uuid() }),
    query: z.object({ page: z.coerce.number().default(1) }),
  }),
};

interface Somebody {
  readonly name: string;
}

const things: Handlers<typeof thingCalls, Somebody> = {
  open: () => 'hello',
  mine: ({ principal }) => principal.name,
  add: ({ body }) => `${body.count} ${body.name}`,
  raw: () => [true, null, { ok: 1 }],
  nothing: () => undefined,
  noted: ({ seen }) => new Answer({ seen }, { ETag: '"7"' }, 203),
  streamed: ({ response }) => response.status(418).send('by itself'),
  soldOut: () => {
    throw new Refusal(shopErrors, 'sold_out', { params: { name: 'pan' }, details: { left: 0 } });
  },
  broken: () => {
    throw new Error('password=hunter2 at /srv/app.ts');
  },
  away: () => {
    throw new DatabaseAway('10.0.0.7:5432 refused');
  },
  busy: () => {
    throw new Refusal(httpErrors, 'unavailable', { details: { retryAfter: 9 } });
  },
  byId: ({ params, query }) => `${params.id} ${query.page}`,
};
const Things = controllerOf('Things', thingCalls, things);

const dutyCalls = {
  rename: defineCall({
    method: 'PUT',
    path: '/declared/:id/name/',
    policy: { kind: 'requires', permission: 'things.add' },
    reach: 'account',
    params: z.object({ id: z.uuid() }),
    body: z.object({ name: z.string().min(1) }),
    data: z.object({ name: z.string() }),
    status: 202,
    refusals: ['sold_out'],
  }),
  duties: defineCall({
    ...anyone,
    path: '/duties/',
    policy: { kind: 'authenticated', whilePending: true },
    reach: 'self',
  }),
};
const duties: Handlers<typeof dutyCalls, Somebody> = { rename: ({ body }) => body, duties: () => 'terms' };
const Duties = controllerOf('Duties', dutyCalls, duties);

const people: Authenticator<{ name: string; rights: string[]; isNew?: boolean }> = {
  authenticate: (token) => {
    if (token === 'old') return Promise.reject(new Refusal(httpErrors, 'token_expired'));
    if (token === 'ana') return Promise.resolve({ name: 'Ana', rights: ['things.add'] });
    if (token === 'new') return Promise.resolve({ name: 'Nora', rights: ['things.add'], isNew: true });
    if (token === 'leo') return Promise.resolve({ name: 'Leo', rights: [] });
    return Promise.reject(new Refusal(httpErrors, 'token_invalid'));
  },
  may: (principal, permission) => principal.rights.includes(permission),
  admit: ({ isNew }, policy) => {
    if (isNew === true && policy.kind !== 'public' && policy.whilePending !== true)
      throw new Refusal(shopErrors, 'terms_first');
  },
};

@Global()
@Module({ providers: [{ provide: AUTHENTICATOR, useValue: people }], exports: [AUTHENTICATOR] })
class PeopleModule {}

const texts = new ErrorTexts().add('http', { es, en }).add('shop', {
  es: { errors: { sold_out: 'Se agotó {{name}}.' } },
  en: { errors: { sold_out: '{{name}} is sold out.' } },
});

let app: INestApplication | undefined;
let faults: unknown[] = [];

async function open(controllers: Type[] = [Things]): Promise<INestApplication> {
  faults = [];
  const testing = await Test.createTestingModule({
    imports: [
      PeopleModule,
      HttpModule.register({
        texts,
        log: { fault: (_, thrown) => void faults.push(thrown) },
        isPassing: (thrown) => thrown instanceof DatabaseAway,
      }),
    ],
    controllers,
  }).compile();
  app = testing.createNestApplication({ bodyParser: false, logger: false });
  app.use(...jsonBodies({ limit: 1024, uploads: ['/upload'] }));
  await app.init();
  return app;
}

afterEach(async () => {
  await app?.close();
  app = undefined;
});

describe('calls', () => {
  it('answers success as data and status', async () => {
    const server = (await open()).getHttpServer();
    await request(server).get('/things/open').expect(200, { data: 'hello', status: 200 });
    await request(server).get('/things/nothing').expect(200, { data: null, status: 200 });
    await request(server)
      .get('/things/raw')
      .expect(200, [true, null, { ok: 1 }]);
    await request(server)
      .post('/things')
      .set('Authorization', 'Token ana')
      .send({ name: 'pan', count: 2 })
      .expect(201, { data: '2 pan', status: 201 });
  });

  it.each([
    ['no header', undefined, 401, 'not_authenticated'],
    ['the word for none', 'Token NO_TOKEN', 401, 'not_authenticated'],
    ['another scheme', 'Bearer ana', 401, 'not_authenticated'],
    ['two tokens', 'Token ana leo', 401, 'not_authenticated'],
    ['an expired token', 'Token old', 401, 'token_expired'],
    ['an unknown token', 'Token xyz', 401, 'token_invalid'],
  ])('refuses %s', async (_, header, status, code) => {
    const call = request((await open()).getHttpServer()).get('/things/mine');
    if (header !== undefined) call.set('Authorization', header);
    const answer = await call.expect(status);
    expect(answer.body.code).toBe(code);
  });

  it('says the two token texts that clients know, in any language', async () => {
    const server = (await open()).getHttpServer();
    const say = async (token: string, language: string): Promise<string> =>
      (
        await request(server)
          .get('/things/mine')
          .set('Authorization', `Token ${token}`)
          .set('Accept-Language', language)
      ).body.error;
    expect(await say('old', 'es')).toBe('The Token is expired');
    expect(await say('xyz', 'en')).toBe('Invalid Token');
  });

  it('asks the declared permission', async () => {
    const server = (await open()).getHttpServer();
    await request(server)
      .get('/things/mine')
      .set('Authorization', 'Token leo')
      .expect(200, { data: 'Leo', status: 200 });
    const refused = await request(server)
      .post('/things')
      .set('Authorization', 'Token leo')
      .send({})
      .expect(403);
    expect(refused.body).toEqual({ error: es.errors.access_not_authorized, code: 'access_not_authorized' });
  });

  it('refuses to boot where a route is no declared call', async () => {
    @Controller('forgotten')
    class ForgottenController {
      @Get('route')
      route(): string {
        return 'open to all';
      }
    }
    await expect(open([Things, ForgottenController])).rejects.toThrow(/ForgottenController\.route/);
  });

  it('lists every route with its call, at each of its paths', async () => {
    const routes = (await open()).get(DeclaredRoutes).list();
    expect(routes).toHaveLength(13);
    expect(routes.find(({ handler }) => handler === 'add')).toEqual({
      controller: 'Things',
      handler: 'add',
      method: 'POST',
      path: '/things',
      call: thingCalls.add,
    });
    expect(routes.filter(({ call }) => call === thingCalls.noted).map(({ path }) => path)).toEqual([
      '/things/noted',
      '/notes',
    ]);
  });
});

describe('an answer', () => {
  it.each(['/things/noted', '/notes'])('has headers and a status of its own at %s', async (path) => {
    const server = (await open()).getHttpServer();
    const answer = await request(server).get(path).set('If-Match', 'W/"12.digest"').expect(203);
    expect(answer.body).toEqual({ data: { seen: 12 }, status: 203 });
    expect(answer.headers['etag']).toBe('"7"');
    await request(server)
      .get(path)
      .set('If-Match', '*')
      .expect(203, { data: { seen: null }, status: 203 });
    expect((await request(server).get(path).set('If-Match', 'x').expect(400)).body.code).toBe(
      'invalid_request',
    );
  });

  it('of a streamed call is what its handler wrote', async () => {
    const answer = await request((await open()).getHttpServer())
      .get('/things/streamed')
      .expect(418);
    expect(answer.text).toBe('by itself');
  });
});

describe('errors', () => {
  it('words the fields at fault', async () => {
    const server = (await open()).getHttpServer();
    const answer = await request(server)
      .post('/things')
      .set('Authorization', 'Token ana')
      .set('Accept-Language', 'en-GB,es;q=0.5')
      .send({ name: '', count: 12, extra: 1 })
      .expect(400);
    expect(answer.body).toEqual({
      error: en.errors.invalid_request,
      code: 'invalid_request',
      fields: {
        name: 'Required field.',
        count: 'It cannot be greater than 9.',
        _: 'Unknown fields: extra.',
      },
    });
    const wrongKind = await request(server)
      .post('/things')
      .set('Authorization', 'Token ana')
      .set('Accept-Language', 'en')
      .send({ name: 5 })
      .expect(400);
    expect(wrongKind.body).toMatchObject({ fields: { name: en.fields.invalid_type } });
    await request(server).get('/things/by/7').expect(400);
    const id = '7b0dfe7e-6c3c-4f0e-9a55-0ba1a1b6a001';
    await request(server)
      .get(`/things/by/${id}?page=3`)
      .expect(200, { data: `${id} 3`, status: 200 });
  });

  it('says a refusal in the language of the request, with its facts', async () => {
    const server = (await open()).getHttpServer();
    await request(server)
      .get('/things/sold-out')
      .expect(409, { error: 'Se agotó pan.', code: 'sold_out', details: { left: 0 } });
    await request(server)
      .get('/things/sold-out')
      .set('Accept-Language', 'en')
      .expect(409, { error: 'pan is sold out.', code: 'sold_out', details: { left: 0 } });
  });

  it('hides what broke and hands it to the log', async () => {
    const answer = await request((await open()).getHttpServer())
      .get('/things/broken')
      .expect(500);
    expect(answer.body).toEqual({ error: es.errors.internal_error, code: 'internal_error' });
    expect(JSON.stringify(answer.body)).not.toContain('hunter2');
    expect(faults).toHaveLength(1);
  });

  it('says when to come back while something is away, and what it was only to the log', async () => {
    const server = (await open()).getHttpServer();
    const away = await request(server).get('/things/away').expect(503);
    expect(away.body).toEqual({ error: es.errors.unavailable, code: 'unavailable' });
    expect(away.headers['retry-after']).toBe('2');
    expect(faults).toEqual([expect.any(DatabaseAway)]);

    const busy = await request(server).get('/things/busy').expect(503);
    expect(busy.headers['retry-after']).toBe('9');
    expect(faults).toHaveLength(1);
  });

  it.each([
    ['malformed JSON', '{"a":', 400, 'malformed_json'],
    ['too large a body', JSON.stringify({ a: 'x'.repeat(2000) }), 413, 'payload_too_large'],
  ])('refuses %s', async (_, body, status, code) => {
    const answer = await request((await open()).getHttpServer())
      .post('/things')
      .set('Content-Type', 'application/json')
      .send(body)
      .expect(status);
    expect(answer.body.code).toBe(code);
    expect(faults).toHaveLength(0);
  });

  it('leaves the body of an upload to its call, whatever its size and shape', async () => {
    const answer = await request((await open()).getHttpServer())
      .post('/upload')
      .set('Content-Type', 'application/json')
      .send('{'.repeat(5000));
    expect(answer.body.code).toBe('not_found');
  });

  it('answers an unknown route with JSON', async () => {
    const answer = await request((await open()).getHttpServer())
      .get('/nowhere')
      .expect(404);
    expect(answer.body).toEqual({ error: es.errors.not_found, code: 'not_found' });
  });
});

describe('a call that is declared once', () => {
  const open1 = () => open([Duties]);
  const id = '0193b1a2-0000-7000-8000-000000000001';

  it('is served as it was declared', async () => {
    const server = (await open1()).getHttpServer();
    const rename = () => request(server).put(`/declared/${id}/name/`).send({ name: 'pan' });
    await rename().expect(401);
    await rename().set('Authorization', 'Token leo').expect(403);
    await rename()
      .set('Authorization', 'Token ana')
      .expect(202, { data: { name: 'pan' }, status: 202 });
  });

  it('asks besides what holds for every call, but for those that say they are open meanwhile', async () => {
    const server = (await open1()).getHttpServer();
    const asNew = (call: request.Test) => call.set('Authorization', 'Token new');
    await asNew(request(server).get('/duties')).expect(200);
    const refused = await asNew(request(server).put(`/declared/${id}/name/`).send({ name: 'pan' })).expect(
      403,
    );
    expect(refused.body.code).toBe('terms_first');
  });
});
