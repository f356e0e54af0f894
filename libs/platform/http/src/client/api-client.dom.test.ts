import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApiClient, type ApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';

interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let seen: Seen[] = [];
let answer: { status: number; body: string };
let token: string | null;
let endedSessions: ApiError[];
let api: ApiClient;

beforeEach(async () => {
  seen = [];
  endedSessions = [];
  token = 'abc';
  answer = { status: 200, body: '{"data":{"n":1},"status":200}' };
  server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*, Authorization, Content-Type, Accept-Language');
    response.setHeader('Access-Control-Allow-Methods', '*');
    if (request.method === 'OPTIONS') {
      response.end();
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      response.statusCode = answer.status;
      response.end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  api = createApiClient({
    baseUrl: `http://127.0.0.1:${port}/api`,
    getToken: () => token,
    onUnauthorized: (error) => void endedSessions.push(error),
    language: () => 'es',
  });
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

const number = z.object({ n: z.number() });
const caught = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );

describe('a call', () => {
  it('carries token, language, version and the query without empty values', async () => {
    const data = await api.get('/things/', {
      schema: number,
      query: { page: 2, year: undefined, name: 'ñ' },
    });
    expect(data).toEqual({ n: 1 });
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/things/?page=2&name=%C3%B1&appVersion=2' });
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Token abc', 'accept-language': 'es' });
  });

  it('says NO_TOKEN when there is none, and nothing at sign-in', async () => {
    token = null;
    await api.post('/things/', { a: 1 }, { schema: number });
    await api.post('/login/', {}, { schema: z.unknown(), raw: true, anonymous: true });
    expect(seen[0]?.headers.authorization).toBe('Token NO_TOKEN');
    expect(seen[0]).toMatchObject({ body: '{"a":1}' });
    expect(seen[1]?.headers.authorization).toBeUndefined();
  });

  it('gives a raw answer whole', async () => {
    answer = { status: 200, body: '[true,null,{"n":3}]' };
    const schema = z.tuple([z.literal(true), z.null(), number]);
    expect(await api.post('/login/', {}, { schema, raw: true })).toEqual([true, null, { n: 3 }]);
  });
});

describe('a call that was sent ahead', () => {
  it('answers the next one of its path, which is not sent, and only that one', async () => {
    api.askAhead('/things/');
    expect(await api.get('/things/', { schema: number })).toEqual({ n: 1 });
    expect(seen).toHaveLength(1);
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Token abc', 'accept-language': 'es' });
    answer = { status: 200, body: '{"data":{"n":2},"status":200}' };
    expect(await api.get('/things/', { schema: number })).toEqual({ n: 2 });
    expect(seen).toHaveLength(2);
  });

  it('is refused where it is asked for', async () => {
    answer = { status: 401, body: '{"error":"x","code":"token_expired"}' };
    api.askAhead('/things/');
    expect(await caught(api.get('/things/', { schema: number }))).toMatchObject({ status: 401 });
    expect(endedSessions).toHaveLength(1);
  });

  it('gives its bytes too', async () => {
    api.askAhead('/things/7/file/');
    await api.getBytes('/things/7/file/');
    expect(seen).toHaveLength(1);
  });

  it('serves no other query and no other method', async () => {
    api.askAhead('/things/');
    await api.get('/things/', { schema: number, query: { page: 2 } });
    await api.put('/things/', {}, { schema: number });
    expect(seen.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'GET /api/things/?appVersion=2',
      'GET /api/things/?page=2&appVersion=2',
      'PUT /api/things/?appVersion=2',
    ]);
  });
});

describe('what is sent in another way', () => {
  it('is told the same headers of who asks, those of now', () => {
    expect(api.headers()).toMatchObject({ Authorization: 'Token abc', 'Accept-Language': 'es' });
    token = 'def';
    expect(api.headers()).toMatchObject({ Authorization: 'Token def' });
  });
});

describe('bytes', () => {
  it('come as they are, with their headers, for the same token', async () => {
    answer = { status: 200, body: 'no JSON' };
    const { bytes, headers } = await api.getBytes('/things/7/file/', { query: { v: 2 } });
    expect(new TextDecoder().decode(bytes)).toBe('no JSON');
    expect(headers.get('content-length')).toBe('7');
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/things/7/file/?v=2&appVersion=2' });
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Token abc' });
  });

  it('that are refused are a failure like any other', async () => {
    answer = { status: 401, body: '{"error":"","code":"token_expired"}' };
    expect(await caught(api.getBytes('/things/7/file/'))).toMatchObject({
      status: 401,
      code: 'token_expired',
    });
    expect(endedSessions).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('carries code, text, fields and facts', async () => {
    answer = {
      status: 409,
      body: '{"error":"Ya existe","code":"taken","fields":{"a":"b"},"details":{"id":7}}',
    };
    expect(await caught(api.put('/things/1/', {}, { schema: number }))).toMatchObject({
      status: 409,
      code: 'taken',
      message: 'Ya existe',
      fields: { a: 'b' },
      details: { id: 7 },
    });
    expect(endedSessions).toHaveLength(0);
  });

  it.each([
    ['token_expired', 1],
    ['token_invalid', 1],
    ['not_authenticated', 0],
    ['invalid_credentials', 0],
  ])('401 %s ends the session %i times', async (code, times) => {
    answer = { status: 401, body: JSON.stringify({ error: 'x', code }) };
    await caught(api.delete('/things/1/', { schema: number }));
    expect(endedSessions).toHaveLength(times);
  });

  it.each([
    ['no JSON', '<html>'],
    ['no data', '{"status":200}'],
    ['another shape', '{"data":{"n":"1"},"status":200}'],
    ['nothing', ''],
  ])('an answer with %s is an error', async (_, body) => {
    answer = { status: 200, body };
    expect(await caught(api.get('/things/', { schema: number }))).toMatchObject({
      code: 'unreadable_answer',
    });
  });

  it('without an answer is a network error', async () => {
    await new Promise((resolve) => server.close(resolve));
    expect(await caught(api.get('/things/', { schema: number }))).toMatchObject({
      status: 0,
      code: 'network_error',
    });
    expect(await caught(api.upload('/things/', '{}', { schema: number }))).toMatchObject({
      code: 'network_error',
    });
  });

  it('that the caller wanted is its own reason', async () => {
    const stop = new AbortController();
    stop.abort(new Error('left the page'));
    await expect(api.get('/things/', { schema: number, signal: stop.signal })).rejects.toThrow(
      'left the page',
    );
  });
});

describe('an upload', () => {
  it('sends the text as it is and tells its progress up to the end', async () => {
    const parts: number[] = [];
    const body = JSON.stringify({ text: 'x'.repeat(200_000) });
    const data = await api.upload('/import/', body, {
      schema: number,
      onProgress: (part) => void parts.push(part),
    });
    expect(data).toEqual({ n: 1 });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/import/?appVersion=2', body });
    expect(seen[0]?.headers['content-type']).toContain('application/json');
    expect(parts.at(-1)).toBe(1);
  });

  it('is refused like any call', async () => {
    answer = {
      status: 422,
      body: '{"error":"Archivo con errores","code":"file_invalid","details":{"line":7}}',
    };
    expect(await caught(api.upload('/import/', '{}', { schema: number }))).toMatchObject({
      code: 'file_invalid',
      details: { line: 7 },
    });
  });
});
