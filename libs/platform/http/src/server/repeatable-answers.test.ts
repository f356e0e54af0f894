import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { Global, Module, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall, httpErrors, Refusal } from '../contracts.ts';
import { MemoryAnswerJournal } from './memory-answer-journal.fixture.ts';
import {
  AUTHENTICATOR,
  controllerOf,
  ErrorTexts,
  HttpModule,
  jsonBodies,
  type AnswerJournal,
  type Authenticator,
  type Handlers,
} from './index.ts';

/** Executed orders, on all nodes together. */
let done: string[] = [];
/** Paths of the files that handlers received. */
let uploaded: string[] = [];
let failing = false;
let gate: Promise<void> = Promise.resolve();
/** Number of calls that reached the gate. */
let arrived = 0;

const tooLarge = () => new Refusal(httpErrors, 'payload_too_large');

const FIRST = '/orders/first/';
const signedIn = { policy: { kind: 'authenticated' }, reach: 'self', data: z.unknown() } as const;
const orderCalls = {
  order: defineCall({ ...signedIn, method: 'POST', path: '/orders/', body: z.unknown(), status: 201 }),
  change: defineCall({ ...signedIn, method: 'PUT', path: FIRST, body: z.unknown(), status: 202 }),
  remove: defineCall({ ...signedIn, method: 'DELETE', path: FIRST }),
  upload: defineCall({
    ...signedIn,
    method: 'POST',
    path: '/orders/upload/',
    upload: { limit: 10, tooLarge },
    status: 201,
  }),
  ticket: defineCall({ ...signedIn, method: 'POST', path: '/orders/ticket/', once: true }),
  open: defineCall({ ...signedIn, method: 'POST', path: '/orders/open/', policy: { kind: 'public' } }),
  list: defineCall({ ...signedIn, method: 'GET', path: '/orders/' }),
};
const orders: Handlers<typeof orderCalls, string> = {
  order: async ({ principal, body }) => {
    const { what } = body as { what: string };
    arrived++;
    await gate;
    if (failing) throw new Refusal(httpErrors, 'unavailable');
    done.push(`${principal} ${what}`);
    return { number: done.length, what };
  },
  change: ({ body }) => {
    done.push('change');
    return body;
  },
  remove: () => void done.push('remove'),
  upload: ({ upload }) => {
    done.push('upload');
    uploaded.push(upload.path);
    return upload.size;
  },
  ticket: () => done.push('ticket'),
  open: () => done.push('open'),
  list: () => done.push('list'),
};

const people: Authenticator<string> = {
  authenticate: (token) => Promise.resolve(token.split('-')[0] ?? ''),
  may: () => true,
};

@Global()
@Module({ providers: [{ provide: AUTHENTICATOR, useValue: people }], exports: [AUTHENTICATOR] })
class PeopleModule {}

const nodes: INestApplication[] = [];
let faults: unknown[] = [];

async function open(journal: AnswerJournal) {
  const testing = await Test.createTestingModule({
    imports: [
      PeopleModule,
      HttpModule.register({
        texts: new ErrorTexts(),
        log: { fault: (_, thrown) => void faults.push(thrown) },
        repeats: { journal, identityOf: String, now: () => new Date() },
      }),
    ],
    controllers: [controllerOf('Orders', orderCalls, orders)],
  }).compile();
  const app = testing.createNestApplication({ bodyParser: false, logger: false });
  app.use(...jsonBodies({ limit: 102_400, uploads: ['/orders/upload'] }));
  await app.listen(0);
  nodes.push(app);
  return app.getHttpServer();
}
type Server = Awaited<ReturnType<typeof open>>;

let journal: MemoryAnswerJournal;
let now: number;
let server: Server;

beforeEach(async () => {
  [done, faults, failing, gate, arrived, now] = [[], [], false, Promise.resolve(), 0, 1_000_000];
  journal = new MemoryAnswerJournal(() => now);
  server = await open(journal);
});
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close();
  expect(faults).toEqual([]);
});

const order = (what: object, key = 'k-1', to: Server = server, who = 'ana') =>
  request(to)
    .post('/orders')
    .set({ Authorization: `Token ${who}`, 'Idempotency-Key': key })
    .send(what);

describe('a call under its key', () => {
  it('gets the first answer again, on whichever node, and is carried out once', async () => {
    const first = await order({ what: 'bread' }).expect(201);
    const other = await open(journal);
    for (const node of [server, other]) {
      const again = await order({ what: 'bread' }, 'k-1', node, 'ana-later').expect(201);
      expect(again.body).toEqual(first.body);
      expect(again.headers['idempotency-replayed']).toBe('true');
    }
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(done).toEqual(['ana bread']);
  });

  it('sent twice at once is carried out once, and both get its answer', async () => {
    let release: () => void = () => undefined;
    gate = new Promise((resolve) => (release = resolve));
    const both = [order({ what: 'bread' }), order({ what: 'bread' }, 'k-1', await open(journal))].map(
      (call) => call.then((answer) => answer),
    );
    setTimeout(() => release(), 80);
    const [one, two] = await Promise.all(both);
    expect(two?.body).toEqual(one?.body);
    expect(done).toHaveLength(1);
  });

  it('that takes longer than a claim lasts is still carried out once', async () => {
    let release: () => void = () => undefined;
    gate = new Promise((resolve) => (release = resolve));
    const first = order({ what: 'bread' }).then((answer) => answer);
    setTimeout(() => release(), 3_000);
    const again = await order({ what: 'bread' }, 'k-1', await open(journal));
    expect(again.body).toEqual((await first).body);
    expect(done).toHaveLength(1);
  });

  it('keeps the status and the emptiness of its call', async () => {
    const headers = (key: string) => ({ Authorization: 'Token ana', 'Idempotency-Key': key });
    const call = (method: 'put' | 'delete') => {
      const sent = request(server)[method]('/orders/first').set(headers(method));
      return method === 'put' ? sent.send({ b: 1, a: [{ d: 1, c: 2 }] }) : sent;
    };
    for (let n = 0; n < 2; n++) {
      await call('put').expect(202, { data: { b: 1, a: [{ d: 1, c: 2 }] }, status: 202 });
      await call('delete').expect(200, { data: null, status: 200 });
    }
    await request(server)
      .put('/orders/first')
      .set({ Authorization: 'Token ana', 'Idempotency-Key': 'put' })
      .send({ a: [{ c: 2, d: 1 }], b: 1 })
      .expect(202);
    expect(done).toEqual(['change', 'remove']);
  });

  it.each<[string, () => Promise<{ status: number; body: { code: string } }>]>([
    ['another body', async () => order({ what: 'wine' })],
    ['nothing in it', async () => order({})],
    [
      'another call',
      async () =>
        request(server)
          .put('/orders/first')
          .set({ Authorization: 'Token ana', 'Idempotency-Key': 'k-1' })
          .send({ what: 'bread' }),
    ],
    [
      'another query',
      async () =>
        request(server)
          .post('/orders?twice=1')
          .set({ Authorization: 'Token ana', 'Idempotency-Key': 'k-1' })
          .send({ what: 'bread' }),
    ],
  ])('with %s is refused, also while the first is under way', async (_, again) => {
    let release: () => void = () => undefined;
    gate = new Promise((resolve) => (release = resolve));
    const first = order({ what: 'bread' }).then((answer) => answer);
    await expect.poll(() => arrived).toBe(1);
    for (const attempt of ['under way', 'answered']) {
      const { status, body } = await again();
      expect([attempt, status, body.code]).toEqual([attempt, 422, 'idempotency_key_reused']);
      release();
      await first;
    }
    expect(done).toEqual(['ana bread']);
  });

  it('of somebody else is another call', async () => {
    await order({ what: 'bread' }).expect(201);
    await order({ what: 'wine' }, 'k-1', server, 'leo').expect(201);
    await order({ what: 'wine' }, 'k-2').expect(201);
    expect(done).toEqual(['ana bread', 'leo wine', 'ana wine']);
  });

  it('that was refused or failed came to nothing, and is judged again, as whatever it then is', async () => {
    failing = true;
    await order({ what: 'bread' }).expect(503);
    failing = false;
    await order({ what: 'wine' }).expect(201);
    expect(done).toEqual(['ana wine']);
  });

  it('whose node died is carried out by whoever repeats it, once its claim has run out', async () => {
    let bury: () => void = () => undefined;
    const dead: AnswerJournal = Object.assign(Object.create(journal), {
      claim: journal.claim.bind(journal),
      keep: () => new Promise((resolve) => (bury = () => resolve({ status: 201, body: null }))),
    }) as AnswerJournal;
    const node = await open(dead);
    void order({ what: 'bread' }, 'k-1', node).then(
      () => undefined,
      () => undefined,
    );
    await expect.poll(() => done.length).toBe(1);
    const repeated = order({ what: 'bread' }).then((answer) => answer);
    setTimeout(() => (now += 10_001), 60);
    expect((await repeated).status).toBe(201);
    // Executed twice, which an idempotent use case makes one: the journal alone can't know whether the first succeeded.
    expect(done).toEqual(['ana bread', 'ana bread']);
    await order({ what: 'wine' }).expect(422);
    bury();
  });

  it('is answered although its answer cannot be written down', async () => {
    const forgetful: AnswerJournal = Object.assign(Object.create(journal), {
      claim: journal.claim.bind(journal),
      keep: () => Promise.reject(new Error('disk full')),
    }) as AnswerJournal;
    await order({ what: 'bread' }, 'k-1', await open(forgetful)).expect(201);
    expect(faults.splice(0)).toEqual([expect.objectContaining({ message: 'disk full' })]);
  });

  it('is forgotten after a time', async () => {
    await order({ what: 'bread' }).expect(201);
    await journal.forgetBefore(new Date(now));
    await order({ what: 'bread' }).expect(201, { data: { number: 1, what: 'bread' }, status: 201 });
    await journal.forgetBefore(new Date(now + 1));
    await order({ what: 'bread' }).expect(201, { data: { number: 2, what: 'bread' }, status: 201 });
  });

  it('is malformed where the key is', async () => {
    await order({ what: 'bread' }, 'with blanks').expect(400);
    await order({ what: 'bread' }, 'x'.repeat(201)).expect(400);
    expect(done).toEqual([]);
  });
});

describe('a body', () => {
  it('nested beyond measure is a fault of whoever sent it', async () => {
    const depth = 40_000;
    const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    await request(server)
      .put('/orders/first')
      .set({ Authorization: 'Token ana', 'Idempotency-Key': 'k-1', 'Content-Type': 'application/json' })
      .send(nested)
      .expect(400);
    await order({ what: 'bread' }).expect(201);
  });

  it.each([
    ['an object', { a: 1, b: 2 }, { b: 2, a: 1 }, 202],
    ['a list that reads like an object', { a: 1 }, [['a', 1]], 422],
    ['an object that reads like its own writing', { a: 1 }, { of: [['a', 1]] }, 422],
  ])('%s is told from others by what it says', async (_, one, other, status) => {
    for (const [body, expected] of [
      [one, 202],
      [other, status],
    ] as const) {
      await request(server)
        .put('/orders/first')
        .set({ Authorization: 'Token ana', 'Idempotency-Key': 'k-1' })
        .send(body)
        .expect(expected);
    }
  });
});

describe('an upload', () => {
  const upload = (file: string, key = 'u-1') =>
    request(server)
      .post('/orders/upload')
      .set({ Authorization: 'Token ana', 'Idempotency-Key': key, 'Content-Type': 'application/json' })
      .send(file);

  it('is told from another by its bytes', async () => {
    await upload('{"a":1}').expect(201, { data: 7, status: 201 });
    await upload('{"a":1}').expect(201, { data: 7, status: 201 });
    await upload('{"a":2}').expect(422);
    expect(done).toEqual(['upload']);
  });

  it('is not taken when it is too large, and nothing is noted', async () => {
    await upload('x'.repeat(11), 'u-2').expect(413);
    expect(uploaded.filter((path) => existsSync(path))).toEqual([]);
    await upload('fits', 'u-2').expect(201);
  });
});

describe('no key is asked for', () => {
  it.each([
    ['post', '/orders/ticket', 'ticket'],
    ['post', '/orders/open', 'open'],
    ['get', '/orders', 'list'],
  ] as const)('at %s %s, whose answer is new each time', async (method, path, what) => {
    for (let n = 0; n < 2; n++) {
      await request(server)[method](path).set({ Authorization: 'Token ana', 'Idempotency-Key': 'same' });
    }
    expect(done).toEqual([what, what]);
  });

  it('of whoever sends none', async () => {
    for (let n = 0; n < 2; n++) {
      await request(server)
        .post('/orders')
        .set('Authorization', 'Token ana')
        .send({ what: 'bread' })
        .expect(201);
    }
    expect(done).toHaveLength(2);
  });
});
