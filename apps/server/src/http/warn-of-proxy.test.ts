import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { warnOfProxy } from './warn-of-proxy.ts';

it.each([
  ['a proxy that is not believed, once', '10.9.9.9', { 'x-forwarded-for': '203.0.113.7' }, 1],
  ['no proxy that is', 'loopback', { 'x-forwarded-for': '203.0.113.7' }, 0],
  ['nobody who comes directly', '10.9.9.9', {}, 0],
])('tells of %s', async (_, trusted, headers, times) => {
  const app = express();
  app.set('trust proxy', trusted);
  const told: string[] = [];
  const trusts = app.get('trust proxy fn') as Parameters<typeof warnOfProxy>[0];
  app.use(warnOfProxy(trusts, (peer) => void told.push(peer)));
  app.use((_request, response) => void response.sendStatus(204));
  for (let i = 0; i < 3; i++) await request(app).get('/').set(headers).expect(204);
  expect(told).toHaveLength(times);
});
