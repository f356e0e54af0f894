import 'reflect-metadata';
import { Global, Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../contracts.ts';
import en from '../i18n/en.json' with { type: 'json' };
import es from '../i18n/es.json' with { type: 'json' };
import { CallTurns } from '../shares/index.ts';
import { AUTHENTICATOR, controllerOf, ErrorTexts, HttpModule, type Authenticator } from './index.ts';

/** Every token is the id of its user. */
const people: Authenticator<{ userId: string }> = {
  authenticate: (token) => Promise.resolve({ userId: token }),
  may: () => true,
};

@Global()
@Module({ providers: [{ provide: AUTHENTICATOR, useValue: people }], exports: [AUTHENTICATOR] })
class PeopleModule {}

it('refuses calls of a user over the limit of waiting ones, and no calls of other users', async () => {
  const slowCalls = {
    slow: defineCall({
      method: 'GET',
      path: '/slow/',
      policy: { kind: 'authenticated' },
      reach: 'self',
      data: z.unknown(),
    }),
  };
  const ends: (() => void)[] = [];
  const Slow = controllerOf('Slow', slowCalls, {
    slow: () => new Promise((resolve) => ends.push(() => resolve('done'))),
  });
  const testing = await Test.createTestingModule({
    imports: [
      PeopleModule,
      HttpModule.register({
        texts: new ErrorTexts().add('http', { es, en }),
        log: { fault: () => undefined },
        turns: new CallTurns({ atOnce: 1, mostWaiting: 1, countsForMs: 60_000 }),
      }),
    ],
    controllers: [Slow],
  }).compile();
  const opened = testing.createNestApplication({ bodyParser: false, logger: false });
  await opened.listen(0);
  const url = await opened.getUrl();
  const of = async (token: string) =>
    (await fetch(`${url}/slow`, { headers: { authorization: `Token ${token}` } })).status;
  const first = of('ana');
  await expect.poll(() => ends.length).toBe(1);
  // One of these two waits, whichever comes first; the other is refused at once.
  const more = [of('ana'), of('ana')];
  expect(await Promise.race(more)).toBe(429);
  const others = of('leo');
  await expect.poll(() => ends.length).toBe(2);
  ends.splice(0).forEach((end) => end());
  await expect.poll(() => ends.length).toBe(1);
  ends.splice(0).forEach((end) => end());
  expect([await first, await others, ...(await Promise.all(more)).toSorted((a, b) => a - b)]).toEqual([
    200, 200, 200, 429,
  ]);
  await opened.close();
});
