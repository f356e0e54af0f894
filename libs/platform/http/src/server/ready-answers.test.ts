import express from 'express';
import request from 'supertest';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineCall, httpErrors, Refusal } from '../contracts.ts';
import type { Authenticator } from './authenticator.ts';
import { judgeCaller } from './judge-caller.ts';
import { ReadyAnswer, readyAnswers } from './ready-answers.ts';

interface Person {
  readonly name: string;
  readonly rights: readonly string[];
  readonly lent?: readonly string[];
}

const PEOPLE: Readonly<Record<string, Person>> = {
  ana: { name: 'Ana', rights: ['tea.drink'] },
  leo: { name: 'Leo', rights: [] },
  long: { name: 'L'.repeat(2_000), rights: ['tea.drink'] },
  none: { name: '', rights: ['tea.drink'] },
};

const people: Authenticator<Person> = {
  authenticate: async (token) => {
    const person = PEOPLE[token];
    if (person === undefined) throw new Refusal(httpErrors, 'token_invalid');
    return person;
  },
  may: ({ rights }, permission) => rights.includes(permission),
  mayInSomeTeam: ({ rights, lent = [] }, permission) => [...rights, ...lent].includes(permission),
};

const tea = defineCall({
  method: 'GET',
  path: '/tea/',
  policy: { kind: 'requires', permission: 'tea.drink' },
  reach: 'self',
  query: z.object({ cups: z.coerce.number().max(9).optional() }),
  data: z.string(),
});

/** An app with prepared answers, and a stub for the framework behind them. */
function kitchen() {
  const answerTo = vi.fn(({ name }: Person) => (name === '' ? null : new ReadyAnswer(name)));
  const app = express();
  app.use(readyAnswers(people, [{ call: tea, answerTo }]));
  app.use((_, response) => void response.status(418).send('framework'));
  const ask = (path: string, token: string | null) => {
    const asked = request(app).get(path).set('Accept-Encoding', 'identity');
    return token === null ? asked : asked.set('Authorization', `Token ${token}`);
  };
  return { app, ask, answerTo };
}

describe('a ready answer', () => {
  it('is given as the framework would, each time anew for whoever asks', async () => {
    const { ask } = kitchen();
    const answer = await ask('/api/tea/?cups=2', 'ana').expect(200, { data: 'Ana', status: 200 });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect((await ask('/api/tea/?cups=2', 'long')).body.data).toHaveLength(2_000);
  });

  it('is packed for whoever can unpack it, where that is worth it', async () => {
    const { app, ask } = kitchen();
    const asked = (token: string) =>
      request(app).get('/api/tea/').set('Authorization', `Token ${token}`).set('Accept-Encoding', 'br, gzip');
    const long = await asked('long').expect(200);
    expect(long.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(long.body.data).toHaveLength(2_000);
    expect((await asked('ana')).headers['content-encoding']).toBeUndefined();
    expect((await ask('/api/tea/', 'long')).headers['content-encoding']).toBeUndefined();
  });

  it.each([
    ['nobody signed in', '/api/tea/', null],
    ['a token that is not good', '/api/tea/', 'eve'],
    ['somebody who may not', '/api/tea/', 'leo'],
    ['whoever has none ready', '/api/tea/', 'none'],
    ['a question that is not well asked', '/api/tea/?cups=99', 'ana'],
    ['another address', '/api/tea/cup/', 'ana'],
  ])('is not given to %s: the framework says why', async (_whom, path, token) => {
    const { ask } = kitchen();
    // Also after another user's valid request for the same URL.
    await ask('/api/tea/', 'ana').expect(200);
    await ask(path, token).expect(418, 'framework');
  });

  it('is for reading alone', async () => {
    const { app, answerTo } = kitchen();
    await request(app).post('/api/tea/').set('Authorization', 'Token ana').expect(418);
    expect(answerTo).not.toHaveBeenCalled();
  });
});

describe('a call on plans', () => {
  const policy = { kind: 'requires', permission: 'tea.drink', andOneOf: ['tea.pour', 'tea.spill'] } as const;

  it.each<[string, Person, boolean]>([
    ['to whoever has one of the rights besides', { name: '', rights: ['tea.drink', 'tea.spill'] }, true],
    ['to whom a team may lend one', { name: '', rights: ['tea.drink'], lent: ['tea.pour'] }, true],
    ['not to whoever has none', { name: '', rights: ['tea.drink'] }, false],
    ['not to whoever may not even look', { name: '', rights: ['tea.pour'], lent: ['tea.drink'] }, false],
  ])('opens %s', async (_to, person, opens) => {
    const request = { headers: { authorization: 'Token x' } } as Parameters<typeof judgeCaller>[2];
    const judged = judgeCaller({ ...people, authenticate: async () => person }, policy, request);
    const code = await judged.then(
      () => 'open',
      (refusal: Refusal) => refusal.code,
    );
    expect(code).toBe(opens ? 'open' : 'access_not_authorized');
  });
});
